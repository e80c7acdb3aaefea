import Foundation
import GatehouseStore
import GatehouseStoreSQL
import Testing

@Suite struct SQLValueTests {
    @Test func encodesJSONWithSortedKeys() throws {
        #expect(try SQLValue.json(["b": ["/"], "a": []]) == .text(#"{"a":[],"b":["/"]}"#))
        #expect(try SQLValue.optionalJSON(nil as [String]?) == .text(nil))
    }

    @Test func storesDatesAsMilliseconds() {
        #expect(SQLValue.date(Date(milliseconds: -1)) == .int64(-1))
        #expect(SQLValue.optionalDate(nil) == .int64(nil))
    }
}
