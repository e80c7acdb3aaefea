import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct DPoPProofTests {
    private let key: P256.Signing.PrivateKey
    private let signingKey: SigningKey
    private let request: DPoPProof.Request

    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let accessToken = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")

    init() throws {
        key = P256.Signing.PrivateKey()
        signingKey = try SigningKey(.es256, privateMaterial: key.rawRepresentation)
        request = try Self.request()
    }

    private static func request(
        _ method: String = "GET",
        _ uri: String = "https://api.example.com/orders",
        accessToken: Secret? = accessToken
    ) throws -> DPoPProof.Request {
        DPoPProof.Request(method: method, uri: try #require(NormalizedURI(uri)), accessToken: accessToken)
    }

    private func create(nonce: String? = nil, with key: SigningKey? = nil) throws -> String {
        try DPoPProof.create(for: request, with: key ?? signingKey, identifier: "i", nonce: nonce, now: Self.now)
    }

    private func verify(
        _ proof: String,
        for request: DPoPProof.Request? = nil,
        after seconds: TimeInterval = 0
    ) throws(DPoPError) -> DPoPProof {
        try DPoPProof(verifying: proof, for: request ?? self.request, now: Self.now.addingTimeInterval(seconds))
    }

    /// Returns a proof with a valid signature and any header and claims; `null` removes a member.
    private func forge(header: JSONValue = [:], claims: JSONValue = [:]) throws -> String {
        let jwk = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(signingKey.publicJWK))
        let token = try ForgedToken.signed(
            by: key,
            header: merge(["typ": "dpop+jwt", "alg": "ES256", "jwk": jwk], header),
            claims: merge(
                [
                    "jti": "i", "htm": "GET", "htu": "https://api.example.com/orders", "iat": 1_700_000_000,
                    "ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo",
                ],
                claims
            )
        )
        return token.reveal()
    }

    private func merge(_ members: [String: JSONValue], _ changes: JSONValue) -> JSONValue {
        var members = members
        for (name, value) in changes.object ?? [:] {
            members[name] = value
            if value == .null { members.removeValue(forKey: name) }
        }
        return .object(members)
    }

    /// RFC 9449 §4.1, §7.1.
    @Test func verifiesExamplesOfStandard() throws {
        let tokenRequest = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ\
            OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIs\
            ImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmV\
            yLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4Pt\
            FLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
            """
        let proof = try DPoPProof(
            verifying: tokenRequest,
            for: Self.request("POST", "https://server.example.com/token", accessToken: nil),
            now: Date(timeIntervalSince1970: 1_562_262_616)
        )
        #expect(proof.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(proof.identifier == "-BwC3ESc6acc2lTc")
        #expect(proof.nonce == nil)
        let resourceRequest = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ\
            OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIs\
            ImNydiI6IlAtMjU2In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJ\
            jZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05\
            yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmc\
            w6Fy1dqd-jfxSYoMxhAJpLjA
            """
        let other = try DPoPProof(
            verifying: resourceRequest,
            for: Self.request("GET", "https://resource.example.org/protectedresource"),
            now: Date(timeIntervalSince1970: 1_562_262_620)
        )
        #expect(other.thumbprint == proof.thumbprint)
        #expect(other.issuedAt == UnixTime(seconds: 1_562_262_618))
    }

    @Test(arguments: SigningKeyTests.algorithms)
    func verifiesOwnProofs(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        let proof = try verify(try create(nonce: "n", with: key))
        #expect(proof.thumbprint == key.publicJWK.thumbprint)
        #expect(proof.identifier == "i")
        #expect(proof.nonce == "n")
        #expect(proof.issuedAt == UnixTime(Self.now))
    }

    /// RFC 9449 §4.2: the header has a key and no key ID.
    @Test func embedsPublicKey() throws {
        let part = try #require(create().split(separator: ".").first)
        let header = try JSONCoding.decode(JSONValue.self, from: #require(Base64URL.decode(part)))
        #expect(header.object?.keys.sorted() == ["alg", "jwk", "typ"])
        #expect(header["jwk"]?.object?.keys.sorted() == ["crv", "kty", "x", "y"])
    }

    @Test(arguments: ["none", "HS256", "ES512", ""]) func rejectsUnsupportedAlgorithms(_ name: String) throws {
        let proof = try forge(header: ["alg": .string(name)])
        #expect(throws: DPoPError.token(.algorithmNotAllowed)) { try verify(proof) }
    }

    @Test func rejectsSymmetricAlgorithmEvenIfAllowed() throws {
        let proof = try forge(header: ["alg": "HS256"])
        #expect(throws: DPoPError.token(.invalidSignature)) {
            try DPoPProof(verifying: proof, for: request, algorithms: [.hs256], now: Self.now)
        }
    }

    @Test(arguments: ["JWT", "at+jwt", nil]) func rejectsOtherTypes(_ type: String?) throws {
        let proof = try forge(header: ["typ": type.map { .string($0) } ?? .null])
        #expect(throws: DPoPError.token(.wrongType)) { try verify(proof) }
    }

    @Test func rejectsCriticalExtensions() throws {
        let proof = try forge(header: ["crit": ["b64"], "b64": false])
        #expect(throws: DPoPError.token(.criticalExtension)) { try verify(proof) }
    }

    @Test(
        arguments: [
            .null, "key", [:], ["kty": "EC"], ["kty": "oct", "k": "AAAA"], ["kty": "OKP", "crv": "X25519", "x": "AA"],
        ] as [JSONValue]
    )
    func rejectsHeaderWithoutPublicKey(_ jwk: JSONValue) throws {
        let proof = try forge(header: ["jwk": jwk])
        #expect(throws: DPoPError.noPublicKey) { try verify(proof) }
    }

    /// RFC 9449 §4.3, check 7.
    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]) func rejectsPrivateKey(_ member: String) throws {
        var jwk = try JSONCoding.decode([String: JSONValue].self, from: JSONCoding.encode(signingKey.publicJWK))
        jwk[member] = "AAAA"
        let proof = try forge(header: ["jwk": .object(jwk)])
        #expect(throws: DPoPError.noPublicKey) { try verify(proof) }
    }

    /// RFC 7517 §4: names in the key must be unique, as in header and claims.
    @Test func rejectsRepeatedMembersOfKey() throws {
        let claims = try #require(Base64URL.decode(try create().split(separator: ".")[1]))
        let jwk = String(decoding: JSONCoding.encode(signingKey.publicJWK), as: UTF8.self)
        func proof(_ jwk: String) throws -> String {
            try ForgedToken.signed(
                by: key,
                headerText: #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk)}"#,
                claimsText: String(decoding: claims, as: UTF8.self)
            ).reveal()
        }
        #expect(throws: Never.self) { try verify(try proof(jwk)) }
        let repeated = try proof(#"{"kty":"EC",\#(jwk.dropFirst())"#)
        #expect(throws: DPoPError.token(.malformed)) { try verify(repeated) }
    }

    @Test func rejectsLongRSAKeys() throws {
        let modulus = Base64URL.encode(Data(repeating: 0xFF, count: 1024))
        let jwk: JSONValue = ["kty": "RSA", "n": .string(modulus), "e": "AQAB"]
        let proof = try forge(header: ["jwk": jwk, "alg": "RS256"])
        #expect(throws: DPoPError.noPublicKey) { try verify(proof) }
    }

    /// RFC 8725 §3.4: anyone can sign for a public key of small order.
    @Test func rejectsEd25519KeyOfSmallOrder() throws {
        let x = Base64URL.encode(Data([1]) + Data(count: 31))
        let jwk: JSONValue = ["kty": "OKP", "crv": "Ed25519", "x": .string(x)]
        let proof = try forge(header: ["jwk": jwk, "alg": "EdDSA"])
        #expect(throws: DPoPError.noPublicKey) { try verify(proof) }
    }

    @Test func rejectsSignatureOfAnotherKey() throws {
        let other = try JSONCoding.decode(
            JSONValue.self,
            from: JSONCoding.encode(SigningKey.generate(.es256).publicJWK)
        )
        let proof = try forge(header: ["jwk": other])
        #expect(throws: DPoPError.token(.invalidSignature)) { try verify(proof) }
    }

    @Test func rejectsKeyOfAnotherAlgorithm() throws {
        for algorithm in ["RS256", "PS256", "ES384", "EdDSA"] {
            let proof = try forge(header: ["alg": .string(algorithm)])
            #expect(throws: DPoPError.token(.invalidSignature)) { try verify(proof) }
        }
    }

    @Test func rejectsMalformedProofs() throws {
        let parts = try create().split(separator: ".").map(String.init)
        for text in ["", "..", parts[0] + "." + parts[1], parts.joined(separator: ".") + ".x"] {
            #expect(throws: DPoPError.token(.malformed)) { try verify(text) }
        }
        #expect(throws: DPoPError.token(.invalidSignature)) { try verify(parts[0] + "." + parts[1] + ".") }
    }

    @Test func rejectsOversizedProofs() throws {
        let proof = try forge(claims: ["x": .string(String(repeating: "x", count: DPoPProof.limit))])
        #expect(throws: DPoPError.token(.tooLong)) { try verify(proof) }
    }

    @Test(arguments: ["jti", "htm", "htu", "iat"]) func requiresClaims(_ name: String) throws {
        let proof = try forge(claims: .object([name: .null]))
        #expect(throws: DPoPError.token(.invalidClaims("\(name) is missing."))) { try verify(proof) }
    }

    /// RFC 9449 §11.1: a large identifier must not fill the memory of the server.
    @Test func limitsIdentifier() throws {
        let longest = String(repeating: "i", count: DPoPProof.maxIdentifierLength)
        #expect(try verify(try forge(claims: ["jti": .string(longest)])).identifier == longest)
        for identifier in ["", longest + "i"] {
            let proof = try forge(claims: ["jti": .string(identifier)])
            #expect(throws: DPoPError.invalidIdentifier) { try verify(proof) }
        }
    }

    @Test func rejectsOtherMethod() throws {
        let proof = try create()
        #expect(throws: DPoPError.wrongMethod) { try verify(proof, for: try Self.request("POST")) }
        let lowercase = try forge(claims: ["htm": "get"])
        #expect(throws: DPoPError.wrongMethod) { try verify(lowercase) }
    }

    @Test(arguments: [
        "http://api.example.com/orders", "https://api.example.com:8443/orders", "https://api.example.com/orders/",
        "https://api.example.com/Orders", "https://api.example.com.evil.example/orders", "/orders", "",
        "https://user@api.example.com/orders",
    ])
    func rejectsOtherURI(_ uri: String) throws {
        let proof = try forge(claims: ["htu": .string(uri)])
        #expect(throws: DPoPError.wrongURI) { try verify(proof) }
    }

    /// RFC 9449 §4.3: query and fragment are ignored, and both URIs are normalised.
    @Test(arguments: [
        "https://api.example.com/orders?page=2#top", "HTTPS://API.example.com:443/orders",
        "https://api.example.com/a/../%6Frders",
    ])
    func acceptsEquivalentURI(_ uri: String) throws {
        #expect(throws: Never.self) { try verify(try forge(claims: ["htu": .string(uri)])) }
    }

    @Test func acceptsProofsWithinWindowOnly() throws {
        let proof = try create()
        for seconds in [-30.0, 0, 60] { #expect(throws: Never.self) { try verify(proof, after: seconds) } }
        for seconds in [-31.0, 61, 1e9] {
            #expect(throws: DPoPError.outsideWindow) { try verify(proof, after: seconds) }
        }
        for time in [Int64.min, .max] {
            let proof = try forge(claims: ["iat": .integer(time)])
            #expect(throws: DPoPError.outsideWindow) { try verify(proof) }
        }
    }

    @Test func bindsProofToAccessToken() throws {
        let proof = try create()
        #expect(throws: DPoPError.wrongAccessToken) {
            try verify(proof, for: try Self.request(accessToken: Secret("another")))
        }
        let unbound = try forge(claims: ["ath": .null])
        #expect(throws: DPoPError.wrongAccessToken) { try verify(unbound) }
        #expect(throws: Never.self) { try verify(unbound, for: try Self.request(accessToken: nil)) }
    }

    @Test func ignoresUnknownClaims() throws {
        #expect(throws: Never.self) { try verify(try forge(claims: ["exp": 1, "nbf": 2_000_000_000, "x": [1]])) }
    }
}
