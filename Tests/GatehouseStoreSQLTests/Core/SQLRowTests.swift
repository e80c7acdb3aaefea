import Foundation
import GatehouseStore
import GatehouseStoreSQL
import GatehouseWire
import Testing

@Suite struct SQLRowTests {
    private let row = SQLRow(
        TextColumns(texts: ["id": "a", "scopes": "openid", "methods": #"["pwd"]"#, "broken": "<", "none": nil]),
        of: "record"
    )

    @Test func readsValues() throws {
        let id: Account.ID = try row.value("id")
        #expect(id == "a")
        #expect(try row.scopes("scopes") == [.openid])
        let (methods, sameMethods): ([AMR], [AMR]) = (try row.json("methods"), try row.sharedJSON("methods"))
        #expect(methods == [.password] && sameMethods == methods)
        for isShared in [true, false] {
            let same: [AMR] = try row.json("methods") { _ in isShared }
            #expect(same == methods)
        }
        let (text, json): (String?, [AMR]?) = (try row.optionalText("none"), try row.optionalJSON("none"))
        #expect(text == nil && json == nil)
    }

    @Test(arguments: ["broken", "none", "missing"]) func reportsRecordAndColumnOfCorruptValue(column: String) {
        #expect(throws: StoreError.corrupt("record.\(column)")) {
            let _: [AMR] = try row.json(column)
        }
        #expect(throws: StoreError.corrupt("record.\(column)")) {
            let _: [AMR] = try row.json(column) { _ in true }
        }
        #expect(throws: StoreError.corrupt("record.\(column)")) {
            let _: StoredDecision = try row.value(column)
        }
    }
}

/// A row of texts.
private struct TextColumns: SQLColumns {
    let texts: [String: String?]

    func text(_ column: String) throws(InvalidColumn) -> String? {
        guard let text = texts[column] else { throw InvalidColumn() }
        return text
    }

    func integer(_ column: String) throws(InvalidColumn) -> Int64? { throw InvalidColumn() }

    func bool(_ column: String) throws(InvalidColumn) -> Bool? { throw InvalidColumn() }

    func data(_ column: String) throws(InvalidColumn) -> Data? { throw InvalidColumn() }
}
