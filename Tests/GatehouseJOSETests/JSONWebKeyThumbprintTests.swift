import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct JSONWebKeyThumbprintTests {
    /// RFC 7638 §3.1.
    private static let example = """
        {"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebW\
        KRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7\
        d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kE\
        gU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}
        """

    @Test func matchesExampleOfRFC7638() throws {
        let key = try JSONCoding.decode(JSONWebKey.self, from: Data(Self.example.utf8))
        #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test func matchesExampleOfRFC8037() throws {
        let json = #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","use":"sig"}"#
        let key = try JSONCoding.decode(JSONWebKey.self, from: Data(json.utf8))
        #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    /// RFC 7638 §3.2: the required members in lexicographic order.
    @Test func hashesRequiredMembersOfP384Key() throws {
        let json = #"{"y":"Y","x":"X","use":"sig","kty":"EC","kid":"1","crv":"P-384"}"#
        let key = try JSONCoding.decode(JSONWebKey.self, from: Data(json.utf8))
        let essential = #"{"crv":"P-384","kty":"EC","x":"X","y":"Y"}"#
        #expect(key.thumbprint == Base64URL.encode(SHA256Digest.of(essential)))
    }

    @Test(arguments: [
        #"{"kty":"OKP","crv":"Ed25519"}"#, #"{"kty":"OKP","x":"X"}"#, #"{"kty":"RSA","n":"N"}"#,
        #"{"kty":"EC","x":"X","y":"Y"}"#, #"{"kty":"oct","k":"K"}"#,
    ])
    func returnsNilForIncompleteKey(_ json: String) throws {
        #expect(try JSONCoding.decode(JSONWebKey.self, from: Data(json.utf8)).thumbprint == nil)
    }
}
