import Foundation
import GRDB
import GatehouseStoreSQL
import Testing

@testable import GatehouseStoreSQLite

@Suite struct StatementParameterTests {
    private static let text: SQLText = "SELECT $1 AS first, $2 AS second"

    /// The statement is cached, so it would otherwise run with the parameters of an earlier request.
    @Test(arguments: [[], [SQLValue.text("b")], [.text("b"), .text("c"), .text("d")]])
    func rejectsOtherNumberOfParameters(parameters: [SQLValue]) throws {
        try DatabaseQueue().read { db in
            let first = SQLQuery("row", Self.text, [.text("a"), .int64(1)])
            let found = try db.first(first) { try $0.text("first") }
            #expect(found == "a")
            #expect(throws: DatabaseError.self) {
                try db.first(SQLQuery("row", Self.text, parameters)) { try $0.optionalText("first") }
            }
        }
    }

    @Test(arguments: ["", "ab", "日本語"])
    func bindsTextAndDataAsTheyAre(text: String) throws {
        try DatabaseQueue().read { db in
            let query = SQLQuery("row", Self.text, [.text(text), .data(Data(text.utf8))])
            let row = try db.first(query) { (text: try $0.text("first"), data: try $0.data("second")) }
            #expect(row?.text == text)
            #expect(row?.data == Data(text.utf8))
        }
    }

    @Test func bindsMissingValuesAsNull() throws {
        try DatabaseQueue().read { db in
            let query = SQLQuery("row", Self.text, [.text(nil), .int64(nil)])
            let isNull = try db.first(query) { row in
                try row.optionalText("first") == nil && row.optionalInteger("second") == nil
            }
            #expect(isNull == true)
        }
    }
}
