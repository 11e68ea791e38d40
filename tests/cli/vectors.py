"""A repository with the four items of the specification's vectors, and their fingerprints."""

import json

from tests.conftest import write_tree
from tests.repositories import make_repository

SKILL = (
    "---\nname: pdf-notes\ndescription: Takes notes from PDF files.\n---\nRead the file first.\n"
)
V1 = {
    "command": "npx",
    "args": ["-y", "@acme/notes-mcp@1.4.2"],
    "env": {"NOTES_TOKEN": "${NOTES_TOKEN}", "LOG_LEVEL": "info"},
}
V2 = {
    "command": "python3",
    "args": ["./srv/main.py", "--config=conf/app.toml"],
    "env": {},
    "timeout": 30000,
    "x-team": "ops",
}
V3 = {
    "type": "http",
    "url": "https://mcp.example.test/v1",
    "headers": {"Authorization": "Bearer ${DOCS_KEY}"},
    "toolTimeout": 0.5,
    "note": 'caf\u00e9\t"x"',
    "extra": None,
}
PRINT_OF = {
    "notes": "sha256:9473f16696add35d9968b3d1c5aff0051c2373146e1adae87179f90b57271e99",
    "build-tools": "sha256:a5476a4fcb91f6de2620c379bff9580e5eb9431d7814fcba335a6143f2c01fb0",
    "docs": "sha256:f4121f2513621689d0bd387e3e50ec6327be3c45b454fdc4a68df1e3e54aa2f8",
    "pdf-notes": "sha256:771e4df48fa043b958876268dc900cc7e4fe7137fa5c00db29e6bc9afa65c767",
}
WHOLE = "sha256:cf66b61bab52c9f7291287009bbe835a2e4a9ce46731af37b1bdebb3cc459b7f"
NOTHING = "sha256:d965fed76d8161f471ce2654c88339706961785bc5c9f29a48cc2e4cf1759c1c"


def servers(**entries):
    return json.dumps({"mcpServers": entries})


def statuses(run):
    return {row["name"]: row["status"] for row in json.loads(run.out)["items"]}


def make_vectors(folder):
    """Make the repository and give its root."""
    files = {
        ".mcp.json": json.dumps({"mcpServers": {"notes": V1, "build-tools": V2}}),
        ".gbs/mcp.json": servers(docs=V3),
        "srv/main.py": "print('hello')\n",
        "conf/app.toml": "port = 1\n",
        ".agents/skills/pdf-notes/SKILL.md": SKILL,
        ".agents/skills/pdf-notes/references/layout.md": "# Layout\n",
    }
    link = write_tree(folder, files) / ".agents/skills/pdf-notes/references/out.md"
    link.symlink_to("../../../../private.md")
    return make_repository(folder)
