import Foundation
import GatehouseServer
import Synchronization
import Testing

@Suite struct OpaqueTokenTests {
    @Test func noIdentifierIsTakenForAnOptionOfACommand() {
        let first = Mutex(UInt8(0xF8))
        // 0xF8 makes a hyphen of the first six bits, and is followed by others.
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
