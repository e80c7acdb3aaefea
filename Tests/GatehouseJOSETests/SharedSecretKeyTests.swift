import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct SharedSecretKeyTests {
    private let secret = Secret("a client secret with 32 bytes...")
    private let claims: JSONValue = ["sub": "s"]

    private func forge(_ header: JSONValue, secret: String? = nil) -> Secret {
        let key = SymmetricKey(data: Data((secret ?? self.secret.reveal()).utf8))
        return ForgedToken.make(header: header, claims: claims) { input in
            Data(HMAC<SHA256>.authenticationCode(for: input, using: key))
        }
    }

    private func verify(_ token: Secret) throws(JOSEError) -> JSONValue {
        try SharedSecretKey(secret).verify(token, accepting: .clientAuthentication).claims
    }

    @Test func verifiesCodeOfSecret() throws {
        #expect(try verify(forge(["alg": "HS256"])) == claims)
        #expect(try verify(forge(["alg": "HS256", "typ": "client-authentication+jwt"])) == claims)
        #expect(try verify(SharedSecretKey(secret).sign(claims, as: .jwt)) == claims)
    }

    @Test func rejectsCodeOfAnotherSecret() {
        let forged = forge(["alg": "HS256"], secret: "another client secret, 32 bytes.")
        #expect(throws: JOSEError.invalidSignature) { try verify(forged) }
        let unsigned = ForgedToken.make(header: ["alg": "HS256"], claims: claims) { _ in Data() }
        #expect(throws: JOSEError.invalidSignature) { try verify(unsigned) }
    }

    @Test(arguments: ["none", "HS384", "HS512", "ES256", "RS256", "hs256"])
    func rejectsOtherAlgorithms(_ name: String) {
        let forged = forge(["alg": .string(name)])
        #expect(throws: JOSEError.algorithmNotAllowed) { try verify(forged) }
    }

    @Test func rejectsOtherTypesAndExtensions() {
        let accessToken = forge(["alg": "HS256", "typ": "at+jwt"])
        #expect(throws: JOSEError.wrongType) { try verify(accessToken) }
        let critical = forge(["alg": "HS256", "crit": ["exp"]])
        #expect(throws: JOSEError.criticalExtension) { try verify(critical) }
    }

    /// RFC 7518 §3.2.
    @Test func requiresKeyOf256Bits() {
        #expect(throws: JOSEError.invalidKey) { try SharedSecretKey(Secret(String(repeating: "x", count: 31))) }
        #expect(throws: Never.self) { try SharedSecretKey(Secret(String(repeating: "x", count: 32))) }
    }
}

@Suite struct AlgorithmConfusionTests {
    /// RFC 8725 §2.1: the attacker signs with the published key as a shared secret.
    @Test func rejectsPublicKeyAsSharedSecret() throws {
        for algorithm in SigningKeyTests.algorithms {
            let key = try SigningKey.generate(algorithm)
            let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
            let secret = SymmetricKey(data: JSONCoding.encode(key.publicJWK))
            let forged = ForgedToken.make(header: ["alg": "HS256", "typ": "JWT"], claims: ["sub": "s"]) { input in
                Data(HMAC<SHA256>.authenticationCode(for: input, using: secret))
            }
            #expect(throws: JOSEError.algorithmNotAllowed) { try verifier.verify(forged, kind: .jwt) }
            #expect(throws: JOSEError.unknownKey) { try verifier.verify(forged, kind: .jwt, algorithms: [.hs256]) }
        }
    }

    @Test func ignoresSymmetricKeysInKeySets() throws {
        let json = #"{"keys":[{"kty":"oct","alg":"HS256","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}"#
        let verifier = JWSVerifier(try JSONCoding.decode(JSONWebKeySet.self, from: Data(json.utf8)))
        let secret = SymmetricKey(data: Data(count: 32))
        let token = ForgedToken.make(header: ["alg": "HS256", "typ": "JWT"], claims: ["sub": "s"]) { input in
            Data(HMAC<SHA256>.authenticationCode(for: input, using: secret))
        }
        #expect(throws: JOSEError.unknownKey) { try verifier.verify(token, kind: .jwt, algorithms: [.hs256]) }
    }

    /// RFC 8725 §3.1: a key that names its algorithm is used with no other.
    @Test func restrictsRSAKeyToItsAlgorithm() throws {
        let material = try SigningKey.generate(.rs256).privateMaterial
        for (own, other) in [(SigningAlgorithm.rs256, SigningAlgorithm.ps256), (.ps256, .rs256)] {
            let key = try SigningKey(own, privateMaterial: material)
            let token = try SigningKey(other, privateMaterial: material).sign(["sub": "s"], as: .jwt)
            let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
            #expect(throws: JOSEError.unknownKey) { try verifier.verify(token, kind: .jwt, algorithms: [own, other]) }
        }
    }

    @Test func acceptsBothPaddingsForKeyWithoutAlgorithm() throws {
        let material = try SigningKey.generate(.rs256).privateMaterial
        let key = try #require(SigningKey(.rs256, privateMaterial: material).publicJWK.essential)
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key]))
        for algorithm in [SigningAlgorithm.rs256, .ps256] {
            let signer = try SigningKey(algorithm, privateMaterial: material)
            let named = try signer.sign(["sub": "s"], as: .jwt)
            #expect(throws: JOSEError.unknownKey) { try verifier.verify(named, kind: .jwt, algorithms: [algorithm]) }
            let token = try ForgedToken.make(
                header: ["alg": .string(algorithm.rawValue), "typ": "JWT"],
                claims: ["sub": "s"],
                signature: signer.signature
            )
            #expect(try verifier.verify(token, kind: .jwt, algorithms: [algorithm]).claims == ["sub": "s"])
            let other: SigningAlgorithm = algorithm == .rs256 ? .ps256 : .rs256
            let crossed = try ForgedToken.make(
                header: ["alg": .string(other.rawValue), "typ": "JWT"],
                claims: ["sub": "s"],
                signature: signer.signature
            )
            #expect(throws: JOSEError.invalidSignature) {
                try verifier.verify(crossed, kind: .jwt, algorithms: [other])
            }
        }
    }

    /// RFC 7515 §4.1.3: a key in the header proves possession only; it is not a key of the issuer.
    @Test func ignoresEmbeddedKeys() throws {
        let attacker = P256.Signing.PrivateKey()
        let jwk = try SigningKey(.es256, privateMaterial: attacker.rawRepresentation).publicJWK
        let embedded = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(jwk))
        let token = try ForgedToken.signed(
            by: attacker,
            header: ["alg": "ES256", "typ": "JWT", "jwk": embedded],
            claims: ["sub": "s"]
        )
        let verifier = JWSVerifier(JSONWebKeySet(keys: [try SigningKey.generate(.es256).publicJWK]))
        #expect(throws: JOSEError.invalidSignature) { try verifier.verify(token, kind: .jwt) }
    }

    /// A key set of another party cannot make a token arbitrarily expensive.
    @Test func triesBoundedNumberOfKeys() throws {
        let others = try (0..<16).map { _ in try SigningKey.generate(.es256).publicJWK }
        let key = P256.Signing.PrivateKey()
        let signingKey = try SigningKey(.es256, privateMaterial: key.rawRepresentation)
        let verifier = JWSVerifier(JSONWebKeySet(keys: others + [signingKey.publicJWK]))
        let unnamed = try ForgedToken.signed(by: key, header: ["alg": "ES256", "typ": "JWT"], claims: ["sub": "s"])
        #expect(throws: JOSEError.invalidSignature) { try verifier.verify(unnamed, kind: .jwt) }
        #expect(throws: Never.self) { try verifier.verify(try signingKey.sign(["sub": "s"], as: .jwt), kind: .jwt) }
    }
}

@Suite struct AcceptedTypesTests {
    private func verify(_ type: String?, accepting types: AcceptedTypes) throws {
        let key = P256.Signing.PrivateKey()
        let jwk = try SigningKey(.es256, privateMaterial: key.rawRepresentation).publicJWK
        let header: JSONValue = type.map { ["alg": "ES256", "typ": .string($0)] } ?? ["alg": "ES256"]
        let token = try ForgedToken.signed(by: key, header: header, claims: [:])
        _ = try JWSVerifier(JSONWebKeySet(keys: [jwk])).verify(token, accepting: types)
    }

    @Test(arguments: ["oauth-authz-req+jwt", "JWT", "jwt", "application/oauth-authz-req+jwt", nil])
    func acceptsRequestObjects(_ type: String?) {
        #expect(throws: Never.self) { try verify(type, accepting: .authorizationRequest) }
    }

    @Test(arguments: ["at+jwt", "dpop+jwt", "logout+jwt", "client-authentication+jwt", "", "+jwt"])
    func rejectsOtherTypesAsRequestObject(_ type: String) {
        #expect(throws: JOSEError.wrongType) { try verify(type, accepting: .authorizationRequest) }
    }

    @Test(arguments: ["client-authentication+jwt", "JWT", nil]) func acceptsClientAssertions(_ type: String?) {
        #expect(throws: Never.self) { try verify(type, accepting: .clientAuthentication) }
    }

    @Test(arguments: [JWTType.accessToken, .dpopProof, .logoutToken, .authorizationRequest, .clientAuthentication])
    func requiresSpecificType(_ type: JWTType) {
        #expect(throws: Never.self) { try verify(type.rawValue, accepting: AcceptedTypes(type)) }
        for other in ["JWT", nil] {
            #expect(throws: JOSEError.wrongType) { try verify(other, accepting: AcceptedTypes(type)) }
        }
    }
}
