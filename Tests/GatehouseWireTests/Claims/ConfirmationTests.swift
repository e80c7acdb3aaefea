import Foundation
import GatehouseWire
import Testing

@Suite struct ConfirmationTests {
    /// RFC 9449 §6.1, RFC 8705 §3.1.
    @Test func usesMemberNamesOfStandards() throws {
        let confirmation = Confirmation(keyThumbprint: "k", certificateThumbprint: "c")
        let json = #"{"jkt":"k","x5t#S256":"c"}"#
        #expect(String(decoding: JSONCoding.encode(confirmation), as: UTF8.self) == json)
        #expect(try JSONCoding.decode(Confirmation.self, from: Data(json.utf8)) == confirmation)
    }
}

@Suite struct ActorChainTests {
    /// RFC 8693 §4.1: the current actor is the outermost.
    @Test func readsNestedActors() throws {
        let json = #"{"act":{"sub":"https://service77.example.com"},"iss":"i","sub":"https://service16.example.com"}"#
        let chain = try JSONCoding.decode(ActorChain.self, from: Data(json.utf8))
        #expect(chain.actors.map(\.subject) == ["https://service16.example.com", "https://service77.example.com"])
        #expect(chain.actors.map(\.issuer) == ["i", nil])
        #expect(String(decoding: JSONCoding.encode(chain), as: UTF8.self) == json)
    }

    @Test(arguments: ["{}", #"{"sub":"a","act":{}}"#, #""a""#]) func rejectsActorWithoutSubject(_ json: String) {
        #expect(throws: WireError.self) { try JSONCoding.decode(ActorChain.self, from: Data(json.utf8)) }
    }

    @Test func hasAtLeastOneActor() {
        #expect(ActorChain([]) == nil)
    }
}
