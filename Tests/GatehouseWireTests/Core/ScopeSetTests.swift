import Foundation
import GatehouseWire
import Testing

@Suite struct ScopeSetTests {
    @Test func keepsTheOrderAndDropsRepetitions() {
        let set = ScopeSet(parsing: "profile openid profile https://api.example.com/read")
        #expect(set?.scopes == [.profile, .openid, Scope(rawValue: "https://api.example.com/read")])
        #expect(set?.description == "profile openid https://api.example.com/read")
    }

    @Test func readsAnEmptyTextAsAnEmptySet() {
        #expect(ScopeSet(parsing: "") == [])
    }

    @Test(arguments: [" ", "openid ", " openid", "openid  email", "a\"b", "a\\b", "a\tb", "ä", "a\nb", "a\u{7F}"])
    func refusesWhatTheGrammarDoesNotAllow(_ text: String) {
        #expect(ScopeSet(parsing: text) == nil)
    }

    @Test func computesLikeASet() {
        let granted: ScopeSet = [.openid, .email, .phone]
        let asked: ScopeSet = [.phone, .openid]
        #expect(asked.isSubset(of: granted))
        #expect(!granted.isSubset(of: asked))
        #expect(asked.union([.email, .phone]).scopes == [.phone, .openid, .email])
        #expect(granted.intersection([.phone, .address]).scopes == [.phone])
        #expect(granted.subtracting(asked).scopes == [.email])
        #expect(asked.hasSameMembers(as: [.openid, .phone]))
        #expect(!asked.hasSameMembers(as: granted))
        #expect(asked != [.openid, .phone])
    }

    @Test func travelsAsOneString() throws {
        let set: ScopeSet = [.openid, .offlineAccess]
        #expect(String(decoding: WireJSON.encode([set]), as: UTF8.self) == #"["openid offline_access"]"#)
        #expect(try WireJSON.decode([ScopeSet].self, from: Data(#"["openid offline_access"]"#.utf8)) == [set])
        #expect(throws: WireError.self) { try WireJSON.decode([ScopeSet].self, from: Data(#"["a\"b"]"#.utf8)) }
    }
}
