from tests.fakes.recorder.recordings import TOOL, recording


def test_the_tools_of_all_pages():
    assert recording(pages=[[TOOL], [], [7]]).tools == [TOOL, 7]
