import Foundation
import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

@Suite struct StatementParametersTests {
    @Test func encodesValuesInBinary() {
        let parameters = StatementParameters([.text("x"), .integer(7), .integer(-1), .bool(true), .data(Data([1, 2]))])
        #expect(parameters.types == [25, 20, 20, 16, 17])
        #expect(parameters.lengths == [1, 8, 8, 1, 2])
        #expect(
            parameters.bytes
                == [0, 0x78] + [0, 0, 0, 0, 0, 0, 0, 7] + [UInt8](repeating: 255, count: 8) + [1] + [1, 2]
        )
    }

    @Test func encodesNullWithoutBytes() {
        let parameters = StatementParameters([.text(nil), .text(""), .int64(nil)])
        #expect(parameters.types == [25, 25, 20])
        #expect(parameters.lengths == [-1, 0, -1])
        #expect(parameters.bytes == [0])
    }

    @Test func encodesArrays() {
        var parameters = StatementParameters()
        parameters.append(["ab", ""])
        parameters.append([Int64(1)])
        #expect(parameters.types == [1009, 1016])
        #expect(parameters.lengths == [30, 32])
        #expect(
            parameters.bytes
                == [0] + [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1]
                + [0, 0, 0, 2, 0x61, 0x62] + [0, 0, 0, 0]
                + [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 1]
                + [0, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 0, 1]
        )
    }

    @Test(arguments: [("a\0b", true), ("ab", false), ("", false)])
    func detectsUnstorableText(text: String, expected: Bool) {
        let parameters = StatementParameters([.integer(0), .data(Data([0])), .text(text), .bool(false)])
        #expect(parameters.containsNUL == expected)
    }
}
