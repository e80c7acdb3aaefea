import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct SigningKeyTests {
    static let algorithms: [SigningAlgorithm] = [.es256, .edDSA, .rs256, .ps256]

    @Test(arguments: algorithms) func restoresKeyFromPrivateMaterial(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        let again = try SigningKey(algorithm, privateMaterial: key.privateMaterial)
        #expect(again.publicJWK == key.publicJWK)
        #expect(again.algorithm == algorithm)
        let token = try again.sign(["a": 1], as: .idToken)
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
        let verified = try verifier.verify(token, kind: .idToken, algorithms: [algorithm])
        #expect(verified.claims == ["a": 1])
    }

    @Test(arguments: algorithms) func usesThumbprintAsID(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        #expect(key.keyID == key.publicJWK.thumbprint)
        #expect(key.publicJWK.keyID == key.keyID)
        #expect(key.publicJWK.algorithm == algorithm)
        #expect(key.publicJWK.use == "sig")
        #expect(try SigningKey.generate(algorithm).keyID != key.keyID)
    }

    #if !canImport(CryptoKit)
    @Test func hasNoKeysInSecureEnclaveOnOtherPlatforms() {
        #expect(SigningKey.generateInSecureEnclave() == nil)
        #expect(throws: JOSEError.invalidKey) { try SigningKey(inSecureEnclave: Data([1])) }
    }
    #endif

    @Test func generates2048BitRSAKeys() throws {
        let modulus = try #require(SigningKey.generate(.rs256).publicJWK.modulus)
        #expect(Base64URL.decode(modulus)?.count == 256)
    }

    @Test(arguments: algorithms) func publishesOnlyPublicMembers(_ algorithm: SigningAlgorithm) throws {
        let json = JSONCoding.encode(try SigningKey.generate(algorithm).publicJWK)
        let key = try JSONCoding.decode(JSONValue.self, from: json)
        #expect(throws: Never.self) { try JSONWebKey(publicOnly: key) }
    }

    @Test(arguments: ["HS256", "none", "ES384", "PS512", ""]) func rejectsUnsupportedAlgorithms(_ name: String) {
        let algorithm = SigningAlgorithm(rawValue: name)
        #expect(throws: JOSEError.algorithmNotAllowed) { try SigningKey.generate(algorithm) }
        #expect(throws: JOSEError.algorithmNotAllowed) { try SigningKey(algorithm, privateMaterial: Data()) }
    }

    @Test(arguments: algorithms) func rejectsMalformedMaterial(_ algorithm: SigningAlgorithm) throws {
        let material = try SigningKey.generate(algorithm).privateMaterial
        for broken in [Data(), Data(material.dropLast()), Data(count: material.count)] {
            // Every 32 bytes are a seed of Ed25519 (RFC 8032 §5.1.5).
            if algorithm == .edDSA, broken.count == material.count { continue }
            #expect(throws: JOSEError.invalidKey) { try SigningKey(algorithm, privateMaterial: broken) }
        }
    }
}
