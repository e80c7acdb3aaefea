import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct JWSVerifierTests {
    private let key: P256.Signing.PrivateKey
    private let signingKey: SigningKey
    private let verifier: JWSVerifier
    private let claims: JSONValue = ["sub": "s"]

    init() throws {
        key = P256.Signing.PrivateKey()
        signingKey = try SigningKey(.es256, privateMaterial: key.rawRepresentation)
        verifier = JWSVerifier(JSONWebKeySet(keys: [signingKey.publicJWK]))
    }

    private func header(_ changes: JSONValue = [:]) -> JSONValue {
        var members: [String: JSONValue] = ["alg": "ES256", "typ": "at+jwt", "kid": .string(signingKey.keyID)]
        for (name, value) in changes.object ?? [:] { members[name] = value == .null ? nil : value }
        return .object(members)
    }

    private func forge(_ changes: JSONValue = [:]) throws -> Secret {
        try ForgedToken.signed(by: key, header: header(changes), claims: claims)
    }

    @Test func verifiesOwnToken() throws {
        let token = try signingKey.sign(claims, as: .accessToken)
        let verified = try verifier.verify(token, kind: .accessToken)
        #expect(verified.claims == claims)
        #expect(verified.header.algorithm == .es256)
        #expect(verified.header.keyID == signingKey.keyID)
        #expect(verified.header.type == "at+jwt")
        #expect(try verifier.verify(try forge(), kind: .accessToken).claims == claims)
    }

    @Test(arguments: ["none", "None", "HS256", "HS512", "ES384", "PS256", "EdDSA", "", "es256"])
    func rejectsUnsupportedAlgorithms(_ name: String) throws {
        let token = try forge(["alg": .string(name)])
        #expect(throws: JOSEError.algorithmNotAllowed) { try verifier.verify(token, kind: .accessToken) }
    }

    @Test func rejectsUnsignedToken() throws {
        let unsigned = ForgedToken.make(header: header(["alg": "none"]), claims: claims) { _ in Data() }
        #expect(throws: JOSEError.algorithmNotAllowed) { try verifier.verify(unsigned, kind: .accessToken) }
        let empty = ForgedToken.make(header: header(), claims: claims) { _ in Data() }
        #expect(throws: JOSEError.invalidSignature) { try verifier.verify(empty, kind: .accessToken) }
    }

    @Test func rejectsPublicKeyAsSharedSecret() throws {
        let secret = SymmetricKey(data: JSONCoding.encode(signingKey.publicJWK))
        for algorithm in ["HS256", "ES256"] {
            let token = ForgedToken.make(header: header(["alg": .string(algorithm)]), claims: claims) { input in
                Data(HMAC<SHA256>.authenticationCode(for: input, using: secret))
            }
            let error: JOSEError = algorithm == "ES256" ? .invalidSignature : .algorithmNotAllowed
            #expect(throws: error) { try verifier.verify(token, kind: .accessToken) }
        }
    }

    @Test func usesAlgorithmOfKey() throws {
        #expect(throws: JOSEError.unknownKey) { try verifier.verify(try forge(["alg": "RS256"]), kind: .accessToken) }

        let rsa = try SigningKey.generate(.rs256)
        let both = JWSVerifier(JSONWebKeySet(keys: [signingKey.publicJWK, rsa.publicJWK]))
        let mixed = try forge(["kid": .string(rsa.keyID)])
        #expect(throws: JOSEError.unknownKey) { try both.verify(mixed, kind: .accessToken) }
        let crossed = try forge(["alg": "RS256", "kid": .string(rsa.keyID)])
        #expect(throws: JOSEError.invalidSignature) { try both.verify(crossed, kind: .accessToken) }
        #expect(throws: JOSEError.algorithmNotAllowed) {
            try both.verify(try rsa.sign(claims, as: .accessToken), kind: .accessToken, algorithms: [.es256])
        }
    }

    @Test func ignoresKeysForOtherUses() throws {
        let jwk = signingKey.publicJWK
        let other: JSONValue = [
            "kty": "EC", "crv": "P-256", "use": "enc", "kid": .string(signingKey.keyID),
            "x": .string(try #require(jwk.x)), "y": .string(try #require(jwk.y)),
        ]
        let set = try JSONCoding.decode(JSONWebKeySet.self, from: JSONCoding.encode(["keys": [other]] as JSONValue))
        #expect(throws: JOSEError.unknownKey) { try JWSVerifier(set).verify(try forge(), kind: .accessToken) }
    }

    @Test(arguments: [#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, "{}"])
    func ignoresWeakAndUnsupportedKeys(_ json: String) throws {
        let set = try JSONCoding.decode(JSONWebKeySet.self, from: Data("{\"keys\":[\(json)]}".utf8))
        #expect(throws: JOSEError.unknownKey) { try JWSVerifier(set).verify(try forge(), kind: .accessToken) }
    }

    /// RFC 8725 §3.4: anyone can sign for a public key of small order; these are all encodings of such keys.
    @Test(arguments: [
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA",
        "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA",
        "JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU", "JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_IU",
        "xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA3o", "xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA_o",
        "7P_______________________________________38", "7P________________________________________8",
        "7f_______________________________________38", "7f________________________________________8",
        "7v_______________________________________38", "7v________________________________________8",
    ])
    func rejectsEd25519KeysOfSmallOrder(_ x: String) {
        let key = JSONWebKey(keyID: nil, ed25519: x)
        #expect(key.verifiableAlgorithms.isEmpty)
        // The point of order 1 and the scalar 0: the key of order 1 verifies them for every text.
        let signature = Data([1]) + Data(count: 63)
        let forged = ForgedToken.make(header: ["alg": "EdDSA", "typ": "at+jwt"], claims: claims) { _ in signature }
        #expect(throws: JOSEError.unknownKey) {
            try JWSVerifier(JSONWebKeySet(keys: [key])).verify(forged, kind: .accessToken, algorithms: [.edDSA])
        }
    }

    @Test(arguments: ["JWT", "at", "logout+jwt", ""]) func rejectsWrongType(_ type: String) throws {
        let token = try forge(["typ": .string(type)])
        #expect(throws: JOSEError.wrongType) { try verifier.verify(token, kind: .accessToken) }
    }

    @Test func rejectsAccessTokenAsIDTokenAndViceVersa() throws {
        let access = try signingKey.sign(claims, as: .accessToken)
        #expect(throws: JOSEError.wrongType) { try verifier.verify(access, kind: .idToken) }
        let identity = try signingKey.sign(claims, as: .idToken)
        #expect(throws: JOSEError.wrongType) { try verifier.verify(identity, kind: .accessToken) }
    }

    @Test(arguments: ["AT+JWT", "application/at+jwt"]) func acceptsTypeInAnySpelling(_ type: String) throws {
        #expect(try verifier.verify(try forge(["typ": .string(type)]), kind: .accessToken).claims == claims)
    }

    @Test func allowsMissingTypeOnlyForIDTokens() throws {
        let token = try forge(["typ": nil])
        #expect(try verifier.verify(token, kind: .idToken).claims == claims)
        #expect(throws: JOSEError.wrongType) { try verifier.verify(token, kind: .accessToken) }
    }

    @Test func rejectsUnsupportedCriticalExtensions() throws {
        let token = try forge(["crit": ["b64"], "b64": false])
        #expect(throws: JOSEError.criticalExtension) { try verifier.verify(token, kind: .accessToken) }
    }

    @Test func selectsKeyByID() throws {
        #expect(throws: JOSEError.unknownKey) { try verifier.verify(try forge(["kid": "other"]), kind: .accessToken) }
        let others = try (0..<2).map { _ in try SigningKey.generate(.es256).publicJWK }
        let many = JWSVerifier(JSONWebKeySet(keys: others + [signingKey.publicJWK]))
        #expect(try many.verify(try forge(["kid": nil]), kind: .accessToken).claims == claims)
        let without = JWSVerifier(JSONWebKeySet(keys: others))
        #expect(throws: JOSEError.invalidSignature) {
            try without.verify(try forge(["kid": nil]), kind: .accessToken)
        }
    }

    @Test func rejectsModifiedToken() throws {
        let token = try forge().reveal()
        let bytes = Array(token.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let forged = Secret(String(decoding: changed, as: UTF8.self))
            #expect(throws: JOSEError.self, "byte \(index)") { try verifier.verify(forged, kind: .accessToken) }
        }
    }

    @Test func rejectsMalformedToken() throws {
        let token = try forge().reveal()
        let parts = token.split(separator: ".").map(String.init)
        let tail = ".\(parts[1]).\(parts[2])"
        let broken = [
            "", ".", "..", "...", parts[0], "\(parts[0]).\(parts[1])", "\(token).x", ".\(token)", "\(token).",
            "\(token)=",
            "\(parts[0]) \(tail)", "x\(tail)", "e30\(tail)",
        ]
        for text in broken {
            #expect(throws: JOSEError.malformed, "\(text)") { try verifier.verify(Secret(text), kind: .accessToken) }
        }
    }

    /// RFC 7515 §4, RFC 7519 §4: names must be unique; another parser of the token may use the other member.
    @Test(arguments: [
        (#","alg":"none""#, ""), (#","x":{"a":1,"a":2}"#, ""), ("", #","sub":"other""#),
        ("", #","act":{"sub":"a","sub":"b"}"#),
    ])
    func rejectsRepeatedMembers(header: String, claims: String) throws {
        func token(_ header: String, _ claims: String) throws -> Secret {
            try ForgedToken.signed(
                by: key,
                headerText: #"{"alg":"ES256","typ":"at+jwt"\#(header)}"#,
                claimsText: #"{"sub":"s"\#(claims)}"#
            )
        }
        #expect(try verifier.verify(try token("", ""), kind: .accessToken).claims == self.claims)
        let repeated = JOSEError.invalidClaims("A member name in the JSON is repeated.")
        #expect(throws: header.isEmpty ? repeated : .malformed) {
            try verifier.verify(try token(header, claims), kind: .accessToken)
        }
    }

    @Test func rejectsOversizedToken() throws {
        let long = try signingKey.sign(["x": String(repeating: "x", count: 12_000)], as: .accessToken)
        #expect(throws: Never.self) { try verifier.verify(long, kind: .accessToken) }
        let longer = try signingKey.sign(["x": String(repeating: "x", count: 12_300)], as: .accessToken)
        #expect(longer.reveal().utf8.count > JWSVerifier.limit)
        #expect(throws: JOSEError.tooLong) { try verifier.verify(longer, kind: .accessToken) }
    }

    @Test func namesInvalidClaim() throws {
        let token = try signingKey.sign(["sub": 7], as: .accessToken)
        #expect(throws: JOSEError.invalidClaims("iss is missing.")) {
            try verifier.verify(token, as: AccessTokenClaims.self, kind: .accessToken)
        }
    }
}
