import Foundation

/// The mail server in `Interop/smtp_server.py`, running for one test.
final class SMTPServer {
    /// One mail as the server took it and Python's own parser read it.
    struct Mail: Decodable {
        let from: String
        let to: [String]
        let encrypted: Bool
        let user: String?
        /// The port the client connected from, which tells connections apart.
        let peer: Int
        let subject: String
        let sender: String
        let messageID: String
        let date: String
        let defects: [String]
        let text: String
        let html: String
    }

    private let process: InteropProcess

    var port: Int { process.port }
    var certificate: String { process.directory.appending(path: "certificate.pem").path }

    init(tls: String = "none", auth: String? = nil) async throws {
        process = try await InteropProcess("smtp_server.py", ["--tls", tls] + (auth.map { ["--auth", $0] } ?? []))
    }

    /// The next mail the server took.
    func nextMail() async throws -> Mail { try await process.next(Mail.self) }
}
