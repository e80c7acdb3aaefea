import Foundation
import Testing

/// An unused port of the local host.
enum FreePort {
    static func any() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(descriptor, address, length) == 0 else { return Int32(-1) }
                return unsafe getsockname(descriptor, address, &length)
            }
        }
        try #require(status == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
