from skillctl.policy.paths import Access, judge_path
from skillctl.policy.verdict import Decision


def verdict(area, path, access=Access.READ):
    return judge_path(str(path), access, area).verdict.decision


def test_tools_work_in_the_root(project):
    area = project.ground().area
    assert (area.root, area.home, area.writable) == (project.root, project.home, True)
    assert verdict(area, "a.txt", Access.WRITE) is Decision.ALLOW


def test_consent_and_sessions_are_closed_wherever_they_lie(project):
    ground = project.ground(
        config_dir=project.root / "conf", state_dir=project.root / "state", root=project.root
    )
    for path in ("conf/consent.toml", "conf/mcp.json", "state/sessions/x.jsonl"):
        for access in Access:
            assert verdict(ground.area, path, access) is Decision.REFUSE
    assert ground.sessions == project.root / "state" / "sessions"


def test_links_to_the_folders_are_followed(project, tmp_path):
    (tmp_path / "real").mkdir()
    (project.root / "link").symlink_to(tmp_path / "real")
    ground = project.ground(config_dir=project.root / "link")
    assert ground.area.protected[0] == (tmp_path / "real").resolve()
