import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct SHA256DigestTests {
    @Test func agreesWithTheStandardsExample() {
        let expected: [UInt8] = [
            0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03,
            0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
        ]
        #expect(SHA256Digest.of("abc") == Data(expected))
        #expect(SHA256Digest.of(Data("abc".utf8)) == Data(expected))
    }

    /// OpenID Connect Core, Appendix A.3: the access token and `at_hash` of its example.
    @Test func hashesATokenAsTheStandardsExampleDoes() {
        let token = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        #expect(SHA256Digest.tokenHash(token) == "77QmUPtjPfzWtF2AnpK9RQ")
    }
}
