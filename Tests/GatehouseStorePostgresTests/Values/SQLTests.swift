import Foundation
import Testing

@testable import GatehouseStorePostgres

@Suite struct SQLTests {
    @Test func numbersParametersInOrder() {
        let sql: SQL = "SELECT * FROM \(name: "t") WHERE a = \("x") AND b = \(7)"
        #expect(sql.text == "SELECT * FROM t WHERE a = $1 AND b = $2")
        #expect(sql.parameters.types == [25, 20])
        #expect(sql.parameters.lengths == [1, 8])
        #expect(sql.parameters.bytes == [0, 0x78, 0, 0, 0, 0, 0, 0, 0, 7])
    }

    @Test func includesParametersOfNestedParts() {
        let condition: SQL = "b = \(true) OR c = \(Data([1, 2]))"
        let sql: SQL = "UPDATE t SET a = \(-1) WHERE (\(condition)) AND d = \("y")"
        #expect(sql.text == "UPDATE t SET a = $1 WHERE (b = $2 OR c = $3) AND d = $4")
        #expect(sql.parameters.types == [20, 16, 17, 25])
        #expect(sql.parameters.lengths == [8, 1, 2, 1])
        #expect(sql.parameters.bytes == [0] + [UInt8](repeating: 255, count: 8) + [1, 1, 2, 0x79])
    }

    @Test func encodesNullWithoutBytes() {
        let missing: String? = nil
        let sql = SQL.list([missing, "", 1] as [any Storable])
        #expect(sql.text == "$1, $2, $3")
        #expect(sql.parameters.types == [25, 25, 20])
        #expect(sql.parameters.lengths == [-1, 0, 8])
    }

    @Test(arguments: [("a\0b", true), ("ab", false), ("", false)])
    func detectsUnstorableText(text: String, expected: Bool) {
        let sql: SQL = "\(0) \(Data([0])) \(text) \(false)"
        #expect(sql.parameters.containsNUL == expected)
    }
}
