#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A blocking socket for misbehaving clients.
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

    /// Writes a text, and reads until the peer closes the connection.
    func exchange(_ text: String) -> String {
        _ = write(text)
        var received: [UInt8] = []
        while true {
            let part = read()
            guard !part.isEmpty else { return String(decoding: received, as: UTF8.self) }
            received += part
        }
    }

    /// Writes a text without reading a response.
    func writeWithoutReading(_ text: String) {
        _ = write(text)
    }

    /// Writes a text, and returns the first part of the response.
    func response(to text: String) -> String {
        _ = write(text)
        return String(decoding: read(), as: UTF8.self)
    }

    /// Writes a text, and returns the start of the status line.
    func status(of text: String) -> String { String(response(to: text).prefix(12)) }

    /// Writes the text repeatedly without reading, until the connection is closed.
    func isClosed(whileSending text: String) -> Bool {
        while write(text) {}
        return true
    }

    private func write(_ text: String) -> Bool {
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

    private func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(buffer.prefix(max(count, 0)))
    }
}
