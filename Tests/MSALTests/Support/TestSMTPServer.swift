import Foundation
import GatehouseConcurrency
import GatehouseTestSupport

/// An SMTP server on the loopback address that accepts and stores every message (RFC 5321).
final class TestSMTPServer: Sendable {
    private let socket: LoopbackSocket
    private let mails = Mutex<[String]>([])

    var port: Int { socket.port }

    init() throws {
        let socket = try LoopbackSocket(backlog: 8)
        self.socket = socket
        let descriptor = socket.descriptor
        let thread = Thread { [weak self] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                let conversation = Thread { self?.serve(client) }
                conversation.start()
            }
            // Only this thread closes the socket, so it never reads from another socket with the same number.
            close(descriptor)
        }
        thread.start()
    }

    deinit {
        shutdown(socket.descriptor, Self.both)
    }

    /// Returns the subject of the latest message to an address.
    func subject(to address: String) -> String? {
        let mail = mails.withLock {
            $0.last { $0.contains("To: \(address)\r\n") || $0.contains("To: <\(address)>\r\n") }
        }
        return mail?.split(separator: "\r\n").first { $0.hasPrefix("Subject: ") }.map { String($0.dropFirst(9)) }
    }

    /// The number of messages received.
    var count: Int { mails.withLock(\.count) }

    private func serve(_ client: Int32) {
        defer { close(client) }
        var pending = Data()
        reply("220 mail.example.com", to: client)
        while let line = line(from: client, &pending) {
            switch line.prefix(4).uppercased() {
            case "DATA":
                reply("354 Start mail input", to: client)
                var text = ""
                while let line = self.line(from: client, &pending), line != "." { text += line + "\r\n" }
                mails.withLock { $0.append(text) }
                reply("250 OK", to: client)
            case "QUIT":
                reply("221 Bye", to: client)
                return
            default:
                reply("250 mail.example.com", to: client)
            }
        }
    }

    private func reply(_ line: String, to client: Int32) {
        let bytes = Array("\(line)\r\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(client, $0.baseAddress, $0.count, 0) }
    }

    private func line(from client: Int32, _ pending: inout Data) -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[pending.index(after: end)...])
                return line.hasSuffix("\r") ? String(line.dropLast()) : line
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(client, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }

    #if canImport(Darwin)
    private static let both = SHUT_RDWR
    #else
    private static let both = Int32(SHUT_RDWR)
    #endif
}
