import Foundation
import GatehouseConcurrency
import GatehouseServer
import Testing

@Suite struct OpaqueTokenTests {
    @Test func generatesNoIdentifierWithLeadingHyphen() {
        let first = Mutex(UInt8(0xF8))
        // The first six bits of 0xF8 encode a hyphen in base64url.
        let random = RandomSource { count in
            let byte = first.withLock { byte in
                defer { byte &+= 4 }
                return byte
            }
            return Data(repeating: byte, count: count)
        }
        #expect(OpaqueToken.identifier(random: random).hasPrefix("_"))
    }
}
