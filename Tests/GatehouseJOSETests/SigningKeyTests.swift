import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct SigningKeyTests {
    @Test(arguments: [SigningAlgorithm.es256, .rs256])
    func restoresKeyFromPrivateMaterial(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        let again = try SigningKey(algorithm, privateMaterial: key.privateMaterial)
        #expect(again.publicJWK == key.publicJWK)
        #expect(again.algorithm == algorithm)
        let token = try again.sign(["a": 1], as: .idToken)
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
        #expect(try verifier.verify(token, kind: .idToken).claims == ["a": 1])
    }

    @Test(arguments: [SigningAlgorithm.es256, .rs256])
    func usesThumbprintAsID(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        #expect(key.keyID == key.publicJWK.thumbprint)
        #expect(key.publicJWK.keyID == key.keyID)
        #expect(key.publicJWK.algorithm == algorithm)
        #expect(key.publicJWK.use == "sig")
        #expect(try SigningKey.generate(algorithm).keyID != key.keyID)
    }

    @Test func generates2048BitRSAKeys() throws {
        let modulus = try #require(SigningKey.generate(.rs256).publicJWK.modulus)
        #expect(Base64URL.decode(modulus)?.count == 256)
    }

    @Test func publishesOnlyPublicMembers() throws {
        let json = String(decoding: JSONCoding.encode(try SigningKey.generate(.es256).publicJWK), as: UTF8.self)
        #expect(!json.contains("\"d\""))
    }

    @Test(arguments: ["HS256", "none", "ES384", "PS256", ""]) func rejectsUnsupportedAlgorithms(_ name: String) {
        let algorithm = SigningAlgorithm(rawValue: name)
        #expect(throws: JOSEError.algorithmNotAllowed) { try SigningKey.generate(algorithm) }
        #expect(throws: JOSEError.algorithmNotAllowed) { try SigningKey(algorithm, privateMaterial: Data()) }
    }

    @Test(arguments: [SigningAlgorithm.es256, .rs256]) func rejectsMalformedMaterial(
        _ algorithm: SigningAlgorithm
    ) throws {
        let material = try SigningKey.generate(algorithm).privateMaterial
        for broken in [Data(), Data(material.dropLast()), Data(count: material.count)] {
            #expect(throws: JOSEError.invalidKey) { try SigningKey(algorithm, privateMaterial: broken) }
        }
    }
}
