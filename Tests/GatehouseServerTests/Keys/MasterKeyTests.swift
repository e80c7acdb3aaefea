import Crypto
import Foundation
import GatehouseJOSE
import GatehouseServer
import Testing

@Suite struct MasterKeyTests {
    private let key = MasterKey(bytes: Data(repeating: 7, count: 32))

    @Test(arguments: [0, 16, 31, 33, 64])
    func requiresThirtyTwoBytes(count: Int) {
        #expect(MasterKey(bytes: Data(repeating: 7, count: count)) == nil)
    }

    @Test func derivesDistinctKeysPerPurposeAndContext() throws {
        let key = try #require(key)
        let purposes: [MasterKey.Purpose] = [
            .sealedKeys, .sealedMail, .refreshTokens, .mailCodes, .counters, .forms, .recoveryCodes,
        ]
        let contexts = [Data(), Data([1]), Data([2])]
        let keys = purposes.flatMap { purpose in contexts.map { key.derive(purpose, context: $0) } }
        let fingerprints = keys.map { Data(HMAC<SHA256>.authenticationCode(for: Data(), using: $0)) }
        #expect(Set(fingerprints).count == purposes.count * contexts.count)
    }

    @Test func fingerprintsDifferForDifferentPartBoundaries() throws {
        let key = try #require(key)
        let fingerprints = [
            key.fingerprint(.counters, "ab", "c"), key.fingerprint(.counters, "a", "bc"),
            key.fingerprint(.counters, "abc"), key.fingerprint(.counters, "abc", ""),
            key.fingerprint(.forms, "abc"),
        ]
        #expect(Set(fingerprints).count == fingerprints.count)
        #expect(key.fingerprint(.counters, "ab", "c") == fingerprints[0])
    }

    @Test func unsealsOnlyForSamePurposeAndRecord() throws {
        let key = try #require(key)
        let other = try #require(MasterKey(bytes: Data(repeating: 8, count: 32)))
        let text = Data("a secret".utf8)
        let sealed = try key.box(.sealedMail).seal(text, for: Data("mail-1".utf8))
        #expect(try key.box(.sealedMail).open(sealed, for: Data("mail-1".utf8)) == text)
        #expect(throws: (any Error).self) { try key.box(.sealedMail).open(sealed, for: Data("mail-2".utf8)) }
        #expect(throws: (any Error).self) { try key.box(.sealedKeys).open(sealed, for: Data("mail-1".utf8)) }
        #expect(throws: (any Error).self) { try other.box(.sealedMail).open(sealed, for: Data("mail-1".utf8)) }
    }
}
