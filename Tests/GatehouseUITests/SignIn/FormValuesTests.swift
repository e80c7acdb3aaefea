import Gatehouse
import Testing

@testable import GatehouseUI

@Suite struct FormValuesTests {
    private func value(_ text: String, _ kind: ScreenField.Kind) -> JSONValue? {
        FormValues(["a": text]).attribute(ScreenField(id: "a", label: "A", kind: kind))
    }

    @Test func convertsValuesToAttributes() {
        #expect(value(" Ada ", .text(.name)) == .string("Ada"))
        #expect(value("  ", .text(.name)) == nil)
        #expect(value("42", .number) == .integer(42))
        #expect(value("4.5", .number) == .double(4.5))
        #expect(value("many", .number) == nil)
        #expect(value("true", .boolean) == .bool(true))
        #expect(value("", .boolean) == .bool(false))
        #expect(value("Dublin", .choice(["Dublin"])) == .string("Dublin"))
    }

    @Test func printsNoValues() {
        let values = FormValues(["secret": "correct horse battery"])
        var dumped = ""
        dump(values, to: &dumped)
        for text in ["\(values)", String(reflecting: values), dumped] {
            #expect(!text.contains("horse"))
            #expect(text.contains("secret"))
        }
    }
}
