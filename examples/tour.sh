#!/bin/sh
# A tour of skillctl on a copy of examples/workspace; changes nothing outside a temporary folder.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tour=$(mktemp -d)
trap 'rm -rf "$tour"' EXIT INT TERM
cp -R "$here/workspace" "$tour/workspace"
cp -R "$here/broken" "$tour/broken"
export SKILLCTL_CONFIG_DIR="$tour/config" XDG_STATE_HOME="$tour/state" HOME="$tour/home"
mkdir -p "$HOME"
cd "$tour"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }
show() {
    printf '$'
    for word in "$@"; do
        case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$@" || code=$?
    [ "${code:-0}" -eq "$expected" ] || { echo "exit ${code:-0}, wanted $expected" >&2; exit 1; }
    code=0 expected=0
}
code=0 expected=0

say "1. A stray colon, and this skill is gone: clients load it without its description. lint says where."
expected=1
show skillctl lint broken

say "2. The workspace itself is clean: two skills and an MCP config, whose server is a fake in a TOML file."
cd workspace
show skillctl lint .
show skillctl fake check fakes/tickets.toml

say "3. Nothing of a repository reaches the model before you agree. This is what waits:"
show skillctl consent status

say "4. Consent goes to exact content. These are the fingerprints; the same commit gives the same ones everywhere."
show skillctl fingerprint
skillctl fingerprint > "$tour/fingerprints"
while read -r fingerprint kind name _; do
    [ "$kind" = workspace ] || [ -z "$name" ] ||
        show skillctl consent grant "$name" --kind "$kind" --fingerprint "$fingerprint"
done < "$tour/fingerprints"

say "5. Exactly what the model will read, and which file each line comes from:"
show skillctl prompt --sources

say "6. And the tools it is offered; the server is started for this, and ended."
show skillctl tools

say "7. The agent with a scripted model: it loads a skill, reads its style page, asks the ticket server."
show skillctl run "Write the release notes for 1.4." \
    --model script:scenarios/release-notes.scenario.toml --approve all

say "8. What happened, from the session log:"
show skillctl session show last

say "9. The same conversation as a test for CI, with the fake server in the same process:"
show skillctl test

say "10. A snapshot of all that reaches the model. Add one line to a skill, and the check names it."
show skillctl snapshot take
show skillctl snapshot check
printf '$ echo "6. Thank the reporters." >> .agents/skills/release-notes/SKILL.md\n'
echo "6. Thank the reporters." >> .agents/skills/release-notes/SKILL.md
expected=1
show skillctl snapshot check

say "That changed skill waits for consent again; the other one and the server do not:"
show skillctl consent status
