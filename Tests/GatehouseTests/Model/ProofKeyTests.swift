import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@testable import Gatehouse

@Suite struct ProofKeyTests {
    @Test func restoresKeyFromStoredForm() throws {
        let key = try ProofKey(randomBytes: ClientEnvironment.systemRandomBytes)
        let stored = try JSONEncoder().encode(key)
        let restored = try JSONDecoder().decode(ProofKey.self, from: stored)
        #expect(restored == key)
        #expect(try restored.thumbprint == key.thumbprint)
        #expect(!restored.isLost)
        #expect(try ProofKey(randomBytes: ClientEnvironment.systemRandomBytes) != key)
    }

    @Test func skipsRandomValuesThatAreNoKeys() throws {
        var bytes: [UInt8] = [0]
        let key = try ProofKey { count in
            defer { bytes = [7] }
            return (0..<count).map { _ in bytes[0] }
        }
        #expect(!key.isLost)
        let error = #expect(throws: JOSEError.self) { try ProofKey { [UInt8](repeating: 0, count: $0) } }
        #expect(error == .cryptoFailure)
    }

    @Test(arguments: [
        #"{"key": ""}"#, #"{"key": "AAAA"}"#, #"{"key": "*"}"#, #"{"key": "AAAA", "secureEnclave": false}"#,
    ])
    func recognizesMalformedKey(stored: String) throws {
        let key = try JSONDecoder().decode(ProofKey.self, from: Data(stored.utf8))
        #expect(key.isLost)
        #expect(throws: JOSEError.invalidKey) { try key.signingKey }
    }

    /// A key that the Secure Enclave refuses may be usable later, for example after the first unlock.
    @Test func keepsKeyThatSecureEnclaveRefuses() throws {
        let stored = Data(#"{"key": "AAAA", "secureEnclave": true}"#.utf8)
        let key = try JSONDecoder().decode(ProofKey.self, from: stored)
        #expect(!key.isLost)
        #expect(throws: JOSEError.invalidKey) { try key.signingKey }
        #expect(AuthError.unusableProofKey.code == .interactionRequired)
    }

    @Test func hidesKeyWhenPrinted() throws {
        let key = try ProofKey(randomBytes: ClientEnvironment.systemRandomBytes)
        let stored = try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(key))
        let material = try #require(stored["key"])
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains(material)) }
    }
}
