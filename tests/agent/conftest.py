from tests.agent.fixtures import full, project

__all__ = ["full", "project"]
