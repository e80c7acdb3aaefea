import Foundation
import GatehouseWire
import Testing

@Suite struct UUIDTests {
    @Test func setsVersionAndVariantBits() {
        let bytes = [UInt8](repeating: 0xFF, count: 16)
        #expect(UUID(bytes: bytes, version: 4).uuidString == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
        #expect(UUID(bytes: 0..<16, version: 8).uuidString == "00010203-0405-8607-8809-0A0B0C0D0E0F")
    }
}
