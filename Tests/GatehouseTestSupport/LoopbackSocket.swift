import Foundation

/// A socket with an unused port of the loopback address; its user closes it.
package struct LoopbackSocket: Sendable {
    package struct DidNotStart: Error {}

    package let descriptor: Int32
    package let port: Int

    /// Opens the socket.
    ///
    /// - Parameter backlog: The number of connections that wait to be accepted; `nil` refuses connections.
    /// - Throws: ``DidNotStart`` if there is no port.
    package init(backlog: Int32? = nil) throws(DidNotStart) {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(descriptor, address, length) == 0 else { return Int32(-1) }
                if let backlog, listen(descriptor, backlog) != 0 { return Int32(-1) }
                return unsafe getsockname(descriptor, address, &length)
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw DidNotStart()
        }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }
}
