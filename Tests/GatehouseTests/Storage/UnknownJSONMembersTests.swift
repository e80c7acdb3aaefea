import Foundation
import Testing

@testable import Gatehouse

/// Members of a later version, preserved by this one.
struct UnknownJSONMembersTests {
    @Test func preservesUnknownMembers() throws {
        #expect(
            try rewritten(
                #"{"a":1,"new":{"x":[1]},"list":[{"id":"1","a":1,"new":2},{"id":"2","a":1}]}"#,
                known: #"{"a":1,"list":[{"id":"1","a":1},{"id":"2","a":1}]}"#,
                next: #"{"a":2,"list":[{"id":"2","a":3},{"id":"1","a":2}]}"#
            ) == #"{"a":2,"list":[{"a":3,"id":"2"},{"a":2,"id":"1","new":2}],"new":{"x":[1]}}"#
        )
    }

    @Test func removesUnknownMembersWithTheirObject() throws {
        #expect(
            try rewritten(
                #"{"a":1,"lease":{"until":5,"new":1,"holder":{"process":"p","new":2}}}"#,
                known: #"{"a":1,"lease":{"until":5,"holder":{"process":"p"}}}"#,
                next: #"{"a":2}"#
            ) == #"{"a":2}"#
        )
        #expect(
            try rewritten(
                #"{"list":[{"id":"1","new":1}],"pending":{"state":"s","new":2}}"#,
                known: #"{"list":[{"id":"1"}],"pending":{"state":"s"}}"#,
                next: #"{"list":[],"pending":{"state":"t"}}"#
            ) == #"{"list":[],"pending":{"new":2,"state":"t"}}"#
        )
    }

    @Test func returnsNilForFullyKnownDocument() {
        let text = Data(#"{"a":1}"#.utf8)
        #expect(UnknownJSONMembers(of: text, known: text) == nil)
        #expect(UnknownJSONMembers(of: Data(#"{ "a": 1 }"#.utf8), known: text) == nil)
    }

    private func rewritten(_ stored: String, known: String, next: String) throws -> String {
        let remainder = try #require(UnknownJSONMembers(of: Data(stored.utf8), known: Data(known.utf8)))
        return String(decoding: remainder.added(to: Data(next.utf8)), as: UTF8.self)
    }
}
