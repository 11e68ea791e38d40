import json
from base64 import b64decode

import pytest
from jsonschema import Draft202012Validator

from tests.fakes.faults.answers import called


def result(fault, tool="say"):
    return json.loads(called(fault, tool))["result"]


def test_content_as_a_string():
    assert result("content = 'flat'") == {"content": "flat"}


def test_no_content():
    assert result("no_content = true") == {}


def test_one_more_block_of_a_type_that_does_not_exist():
    known = {"text", "image", "audio", "resource", "resource_link"}
    first, second = result("unknown_type = true")["content"]
    assert first == {"type": "text", "text": "hé"}
    assert second["type"] not in known


def test_an_image_of_so_many_bytes():
    image = result("image_bytes = 45000")["content"][1]
    assert (image["type"], image["mimeType"]) == ("image", "image/png")
    assert len(b64decode(image["data"], validate=True)) == 45_000


def test_structured_content_that_fits_no_output_schema():
    value = result("structured_mismatch = true")["structuredContent"]
    assert not Draft202012Validator({"type": "object"}).is_valid(value)


def test_blocks_beside_content_that_was_taken_away():
    both = result("no_content = true\nunknown_type = true")
    assert [block["type"] for block in both["content"]] == ["hologram"]
    flat = result("content = 'flat'\nimage_bytes = 1")
    assert [block["type"] for block in flat["content"]] == ["image"]


@pytest.mark.parametrize("fault", ["content = 'flat'", "unknown_type = true", "image_bytes = 1"])
def test_an_error_has_no_result_to_change(fault):
    assert json.loads(called(fault, "last")) == {
        "jsonrpc": "2.0", "id": 7, "error": {"code": -32000, "message": "no"},
    }  # fmt: skip
