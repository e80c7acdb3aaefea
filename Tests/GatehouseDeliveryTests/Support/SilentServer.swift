import Foundation

/// A socket that never responds, or refuses connections if it does not listen.
final class SilentServer: Sendable {
    struct DidNotStart: Error {}

    let port: Int
    private let descriptor: Int32

    init(listens: Bool = true) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(descriptor, address, length) == 0 else { return Int32(-1) }
                guard !listens || listen(descriptor, 1) == 0 else { return Int32(-1) }
                return unsafe getsockname(descriptor, address, &length)
            }
        }
        guard status == 0 else { throw DidNotStart() }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Returns once a client has connected.
    func accepted() async {
        await withCheckedContinuation { continuation in
            let thread = Thread { [descriptor] in
                _ = accept(descriptor, nil, nil)
                continuation.resume()
            }
            thread.start()
        }
    }
}
