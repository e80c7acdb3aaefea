import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import JWTKit
import Testing

@testable import GatehouseVerifier

/// Tokens of another implementation, signed with JWTKit.
@Suite struct OtherIssuerTests {
    private struct Payload: JWTPayload {
        var iss = StubIssuer.url
        var sub = "ada"
        var aud = [StubIssuer.audience]
        var exp = TestTime.start + 3_600
        var scp = "orders:read"

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private func harness(_ jwk: JSONValue) throws -> VerifierHarness {
        let harness = try VerifierHarness { $0.acceptsGenericType = true }
        let set = String(decoding: JSONCoding.encode(["keys": [jwk]] as JSONValue), as: UTF8.self)
        harness.issuer.answer("/keys", with: .ok, set)
        return harness
    }

    private func unpadded(_ base64: String) -> JSONValue {
        .string(base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    }

    @Test func acceptsES256Token() async throws {
        let key = ES256PrivateKey()
        let parameters = try #require(key.parameters)
        let harness = try harness([
            "kty": "EC", "crv": "P-256", "kid": "theirs", "x": unpadded(parameters.x), "y": unpadded(parameters.y),
        ])
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: "theirs")
        let token = try await keys.sign(Payload(), kid: "theirs")
        #expect(try await harness.verifier.verify(token, requiring: ["orders:read"]).subject == "ada")
        let expired = try await keys.sign(Payload(exp: TestTime.start - 61), kid: "theirs")
        await #expect(throws: TokenError.self) { try await harness.verifier.verify(expired) }
    }

    @Test func acceptsES384Token() async throws {
        let key = ES384PrivateKey()
        let parameters = try #require(key.parameters)
        let harness = try harness([
            "kty": "EC", "crv": "P-384", "kid": "theirs", "x": unpadded(parameters.x), "y": unpadded(parameters.y),
        ])
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: "theirs")
        let token = try await keys.sign(Payload(), kid: "theirs")
        #expect(try await harness.verifier.verify(token).scopes == ["orders:read"])
    }

    @Test func rejectsHMACTokenWithPublicKeyAsSecret() async throws {
        let key = ES256PrivateKey()
        let parameters = try #require(key.parameters)
        let harness = try harness([
            "kty": "EC", "crv": "P-256", "kid": "theirs", "x": unpadded(parameters.x), "y": unpadded(parameters.y),
        ])
        let keys = JWTKeyCollection()
        await keys.add(hmac: HMACKey(from: key.publicKey.pemRepresentation), digestAlgorithm: .sha256, kid: "theirs")
        let token = try await keys.sign(Payload(), kid: "theirs")
        let error = await #expect(throws: TokenError.self) { try await harness.verifier.verify(token) }
        #expect(error?.code == .invalidToken)
    }
}
