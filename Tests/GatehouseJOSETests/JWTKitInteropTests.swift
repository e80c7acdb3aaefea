import Foundation
import GatehouseJOSE
import GatehouseWire
import JWTKit
import Testing

/// Interoperability with JWTKit in both directions.
@Suite struct JWTKitInteropTests {
    private struct Payload: JWTPayload, Equatable {
        var sub: String
        var exp: Int

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private static let payload = Payload(sub: "s", exp: 1_700_000_000)

    @Test(arguments: [SigningAlgorithm.es256, .edDSA, .rs256])
    func issuesTokensThatJWTKitVerifies(_ algorithm: SigningAlgorithm) async throws {
        let key = try SigningKey.generate(algorithm)
        let keys = JWTKeyCollection()
        let keySet = String(decoding: JSONWebKeySet(keys: [key.publicJWK]).body(), as: UTF8.self)
        try await keys.add(jwksJSON: keySet)
        let token = try key.sign(Self.payload, as: .idToken)
        let read = try await keys.verify(token.reveal(), as: Payload.self)
        #expect(read == Self.payload)
    }

    @Test func verifiesES256TokenOfJWTKit() async throws {
        let key = ES256PrivateKey()
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: "their-key")
        let token = try await keys.sign(Self.payload, kid: "their-key")

        let parameters = try #require(key.parameters)
        let set: JSONValue = [
            "keys": [
                [
                    "kty": "EC", "crv": "P-256", "kid": "their-key", "x": .string(unpadded(parameters.x)),
                    "y": .string(unpadded(parameters.y)),
                ]
            ]
        ]
        let verifier = JWSVerifier(try JSONCoding.decode(JSONWebKeySet.self, from: JSONCoding.encode(set)))
        #expect(try verifier.verify(Secret(token), kind: .idToken).claims == ["sub": "s", "exp": 1_700_000_000])
    }

    @Test func verifiesRS256TokenOfJWTKit() async throws {
        let key = try SigningKey.generate(.rs256)
        let theirs = try Insecure.RSA.PrivateKey(pem: pem(key.privateMaterial))
        let keys = JWTKeyCollection()
        await keys.add(rsa: theirs, digestAlgorithm: .sha256, kid: JWKIdentifier(string: key.keyID))
        let token = try await keys.sign(Self.payload, kid: JWKIdentifier(string: key.keyID))
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
        #expect(try verifier.verify(Secret(token), kind: .idToken).claims == ["sub": "s", "exp": 1_700_000_000])
    }

    @Test func exchangesPS256TokensWithJWTKit() async throws {
        let key = try SigningKey.generate(.ps256)
        let theirs = try Insecure.RSA.PrivateKey(pem: pem(key.privateMaterial))
        let keys = JWTKeyCollection()
        let keyID = JWKIdentifier(string: key.keyID)
        await keys.add(pss: theirs, digestAlgorithm: .sha256, kid: keyID)
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
        let token = Secret(try await keys.sign(Self.payload, kid: keyID))
        let verified = try verifier.verify(token, kind: .idToken, algorithms: [.ps256])
        #expect(verified.claims == ["sub": "s", "exp": 1_700_000_000])
        let own = try key.sign(Self.payload, as: .idToken)
        #expect(try await keys.verify(own.reveal(), as: Payload.self) == Self.payload)
    }

    @Test func verifiesES384TokenOfJWTKit() async throws {
        let key = ES384PrivateKey()
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: "their-key")
        let token = Secret(try await keys.sign(Self.payload, kid: "their-key"))
        let parameters = try #require(key.parameters)
        let jwk: JSONValue = [
            "kty": "EC", "crv": "P-384", "kid": "their-key", "x": .string(unpadded(parameters.x)),
            "y": .string(unpadded(parameters.y)),
        ]
        let verifier = JWSVerifier(JSONWebKeySet(keys: [try JSONWebKey(publicOnly: jwk)]))
        let verified = try verifier.verify(token, kind: .idToken, algorithms: [.es384])
        #expect(verified.claims == ["sub": "s", "exp": 1_700_000_000])
        #expect(throws: JOSEError.algorithmNotAllowed) { try verifier.verify(token, kind: .idToken) }
    }

    /// Returns base64url without padding; JWTKit encodes coordinates in base64.
    private func unpadded(_ base64: String) -> String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func pem(_ der: Data) -> String {
        let body = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN RSA PRIVATE KEY-----\n\(body)\n-----END RSA PRIVATE KEY-----\n"
    }
}
