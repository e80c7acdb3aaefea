import Foundation

/// The mail server of `Interop/smtp_server.py`, running for one test.
final class SMTPServer {
    /// An email as the server received it and Python's parser decoded it.
    struct Mail: Decodable {
        let from: String
        let to: [String]
        let encrypted: Bool
        let user: String?
        /// The client's port, which identifies the connection.
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

    /// Returns the next email that the server receives.
    func nextMail() async throws -> Mail { try await process.next(Mail.self) }
}
