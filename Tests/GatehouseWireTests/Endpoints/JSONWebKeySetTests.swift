import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct JSONWebKeySetTests {
    @Test func ignoresUnsupportedKeys() throws {
        let json = #"""
            {"keys":[{"kty":"EC","crv":"P-256","x":"X","y":"Y","kid":"1","use":"sig","alg":"ES256","x5c":["z"]},
                     {"kty":7},"nonsense",{"kty":"OKP","crv":"Ed25519","x":"X"},{"kty":"RSA","n":"N","e":"AQAB"}]}
            """#
        let set = try JSONWebKeySet(body: Data(json.utf8), fields: [:])
        #expect(set.keys.map(\.keyType.rawValue) == ["EC", "OKP", "RSA"])
        #expect(set.keys[0] == JSONWebKey(keyID: "1", x: "X", y: "Y"))
        #expect(set.keys[2].modulus == "N")
        #expect(set.keys[2].algorithm == nil)
    }

    @Test func writesPublicMembersOnly() throws {
        let json = #"{"kty":"EC","crv":"P-256","x":"X","y":"Y","d":"private","k":"private","p":"private"}"#
        let key = try JSONCoding.decode(JSONWebKey.self, from: Data(json.utf8))
        let set = JSONWebKeySet(keys: [key, JSONWebKey(keyID: "2", modulus: "N", exponent: "AQAB")])
        #expect(
            String(decoding: set.body(), as: UTF8.self)
                == #"{"keys":[{"crv":"P-256","kty":"EC","x":"X","y":"Y"},"#
                + #"{"alg":"RS256","e":"AQAB","kid":"2","kty":"RSA","n":"N","use":"sig"}]}"#
        )
    }

    @Test func requiresRevalidation() {
        #expect(JSONWebKeySet(keys: []).fields == [.contentType: "application/json", .cacheControl: "no-cache"])
    }

    @Test(arguments: ["{}", #"{"keys":{}}"#, "[]", ""]) func rejectsOtherFormats(_ json: String) {
        #expect(throws: WireError.self) { try JSONWebKeySet(body: Data(json.utf8), fields: [:]) }
    }

    /// RFC 7517 §4 and §5: names in a key and in a set must be unique.
    @Test(arguments: [
        #"{"keys":[{"kty":"EC","crv":"P-256","x":"X","y":"Y","x":"Z"}]}"#, #"{"keys":[],"keys":[]}"#,
    ])
    func rejectsRepeatedMembers(_ json: String) {
        let error = WireError("A member name in the JSON is repeated.")
        #expect(throws: error) { try JSONWebKeySet(body: Data(json.utf8), fields: [:]) }
        #expect(throws: error) { try JSONWebKeySet(publicOnly: Data(json.utf8)) }
    }

    @Test func createsKeysOfEachType() {
        let set = JSONWebKeySet(keys: [
            JSONWebKey(keyID: "3", ed25519: "X"),
            JSONWebKey(keyID: "4", modulus: "N", exponent: "AQAB", algorithm: .ps256),
        ])
        #expect(
            String(decoding: set.body(), as: UTF8.self)
                == #"{"keys":[{"alg":"EdDSA","crv":"Ed25519","kid":"3","kty":"OKP","use":"sig","x":"X"},"#
                + #"{"alg":"PS256","e":"AQAB","kid":"4","kty":"RSA","n":"N","use":"sig"}]}"#
        )
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]) func refusesPrivateMembers(_ name: String) {
        let key: JSONValue = .object(["kty": "EC", "crv": "P-256", "x": "X", "y": "Y", name: "S"])
        #expect(throws: WireError("The key must not contain private members.")) { try JSONWebKey(publicOnly: key) }
    }

    @Test(arguments: ["a", [], [:], ["kty": 1]] as [JSONValue]) func refusesOtherValues(_ value: JSONValue) {
        #expect(throws: WireError.self) { try JSONWebKey(publicOnly: value) }
    }
}
