#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A socket, for what no well-behaved client does; it blocks.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init?(to port: Int) {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Says something, and reads until the other end closes.
    func exchange(_ text: String) -> String {
        _ = say(text)
        var said: [UInt8] = []
        while true {
            let part = hear()
            guard !part.isEmpty else { return String(decoding: said, as: UTF8.self) }
            said += part
        }
    }

    /// Says something, and reads nothing.
    func begin(_ text: String) {
        _ = say(text)
    }

    /// Says something, and reads the first words of the answer.
    func status(of text: String) -> String {
        _ = say(text)
        return String(decoding: hear().prefix(12), as: UTF8.self)
    }

    /// Says the same again and again without listening, until it cannot be said any more.
    func isClosed(whileSending text: String) -> Bool {
        while say(text) {}
        return true
    }

    private func say(_ text: String) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func hear() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(buffer.prefix(max(count, 0)))
    }
}
