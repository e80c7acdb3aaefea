import Foundation
import GatehouseWire
import Testing

@Suite struct ScopeSetTests {
    @Test func preservesOrderAndDropsRepetitions() {
        let set = ScopeSet(parsing: "profile openid profile https://api.example.com/read")
        #expect(set?.scopes == [.profile, .openid, Scope(rawValue: "https://api.example.com/read")])
        #expect(set?.description == "profile openid https://api.example.com/read")
    }

    @Test func readsEmptyTextAsEmptySet() {
        #expect(ScopeSet(parsing: "") == [])
    }

    @Test(arguments: [" ", "openid ", " openid", "openid  email", "a\"b", "a\\b", "a\tb", "ä", "a\nb", "a\u{7F}"])
    func rejectsInvalidScopes(_ text: String) {
        #expect(ScopeSet(parsing: text) == nil)
    }

    @Test func acceptsStringLiteral() {
        let scopes: ScopeSet = [.profile, "orders:read"]
        #expect(scopes.description == "profile orders:read")
    }

    @Test func supportsSetOperations() {
        let granted: ScopeSet = [.openid, .email, .phone]
        let requested: ScopeSet = [.phone, .openid]
        #expect(requested.isSubset(of: granted))
        #expect(!granted.isSubset(of: requested))
        #expect(requested.union([.email, .phone]).scopes == [.phone, .openid, .email])
        #expect(granted.intersection([.phone, .address]).scopes == [.phone])
        #expect(granted.subtracting(requested).scopes == [.email])
        #expect(requested.hasSameMembers(as: [.openid, .phone]))
        #expect(!requested.hasSameMembers(as: granted))
        #expect(requested != [.openid, .phone])
    }

    @Test func encodesAsString() throws {
        let set: ScopeSet = [.openid, .offlineAccess]
        #expect(String(decoding: JSONCoding.encode([set]), as: UTF8.self) == #"["openid offline_access"]"#)
        #expect(try JSONCoding.decode([ScopeSet].self, from: Data(#"["openid offline_access"]"#.utf8)) == [set])
        #expect(throws: WireError.self) { try JSONCoding.decode([ScopeSet].self, from: Data(#"["a\"b"]"#.utf8)) }
    }
}
