from skillctl.definition.defects import DEFECTS


def test_codes_are_in_order_and_those_about_text_are_about_security():
    codes = [defect.code for defect in DEFECTS]
    assert codes == ["FK101", "FK102", "FK104", "FK105"]
    assert [defect.code for defect in DEFECTS if defect.security] == ["FK104", "FK105"]
