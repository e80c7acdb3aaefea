import Foundation
import GatehouseDelivery
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The questions of `gatehouse init`; each is skipped if an option gives its answer.
struct SetupQuestions: Sendable {
    /// The place of the records.
    enum Storage: Sendable {
        case folder(String)
        case postgres(String)
    }

    /// The way in which requests reach the server.
    enum Exposure: Sendable {
        case local(listen: String)
        case proxy(String, listen: String)
        case certificate(CertificateFiles, port: Int)
    }

    static let dataFolder = "/var/lib/gatehouse"

    let context: CommandContext

    func issuer(_ given: String?) async throws -> Issuer {
        try await answer(
            given,
            to: "Public URL of the server, such as https://login.example.com",
            missing: "Set --issuer to the server's public URL."
        ) { text throws(CommandError) in try Issuer(parsing: text) }
    }

    func storage(_ given: String?) async throws -> Storage {
        try await answer(given, to: "Data folder, or a postgres:// URL", default: Self.dataFolder) {
            text throws(CommandError) in
            guard text.contains("://") || text.hasPrefix("sqlite:") else { return .folder(text) }
            guard case .postgres? = try? DatabaseLocation(parsing: text) else {
                // Does not repeat the URL: it may contain a password.
                throw CommandError(
                    "The URL isn't one of PostgreSQL.",
                    advice: "Use the path of a folder, or postgres://USER@HOST/DATABASE."
                )
            }
            return .postgres(text)
        }
    }

    /// Returns the URL of the mail server; prompts for its password without echo if only the user is named.
    func mailServer(_ given: String?) async throws -> String {
        let url = try await answer(
            given,
            to: "Mail server, such as smtps://user@mail.example.com",
            missing: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST."
        ) { text throws(CommandError) in
            guard var parts = URLComponents(string: text) else { throw Self.invalidMailServer }
            let lacksPassword = parts.user?.isEmpty == false && parts.password == nil
            if lacksPassword { parts.password = "unknown" }
            do throws(SMTPConfigurationError) {
                _ = try SMTPConfiguration(url: parts.string ?? text)
            } catch {
                throw CommandError("\(error)", advice: "Use smtps://USER@HOST, or smtp:// for STARTTLS.")
            }
            guard !lacksPassword || context.isInteractive else {
                throw CommandError(
                    "The password of the mail server is missing.",
                    advice: "Set GATEHOUSE_SMTP to smtps://USER:PASSWORD@HOST."
                )
            }
            return text
        }
        guard var parts = URLComponents(string: url), let user = parts.user, !user.isEmpty, parts.password == nil else {
            return url
        }
        guard let password = try await context.readLine("Password of \(user.printable): ", true) else {
            throw Self.cancelled
        }
        context.output.error("")
        parts.password = password
        return parts.string ?? url
    }

    /// Returns the proxy or the certificate; an issuer on this machine needs neither.
    func exposure(_ given: String?, _ key: String?, of issuer: Issuer) async throws -> Exposure {
        let port = URLComponents(string: issuer.text)?.port
        if given == nil, !issuer.isSecure { return .local(listen: "\(issuer.host):\(port ?? 80)") }
        let text = try await answer(
            given,
            to: "Address of the reverse proxy, or the file of the server's certificate",
            default: "127.0.0.1"
        ) { text throws(CommandError) in
            let isPath = text.contains("/") && IPNetwork(String(text.prefix { $0 != "/" })) == nil
            guard isPath || IPNetwork(text) != nil else {
                throw CommandError(
                    "'\(text.printable)' is neither an address nor the path of a file.",
                    advice: "Use 127.0.0.1 for a proxy on this machine, or a path such as /etc/gatehouse/chain.pem."
                )
            }
            return text
        }
        guard IPNetwork(text) == nil else {
            let isLocal = ["127.0.0.1", "::1"].contains(text)
            return .proxy(text, listen: isLocal ? "localhost:8080" : "0.0.0.0:8080")
        }
        let beside = URL(filePath: text).deletingLastPathComponent().appending(path: "key.pem").path
        let keyFile = try await answer(key, to: "File of its private key", default: beside) { $0 }
        return .certificate(CertificateFiles(certificate: text, key: keyFile), port: port ?? 443)
    }

    /// Returns the redirect URI of the first app; `nil` if there is none yet.
    func redirectURI(_ given: String?) async throws -> String? {
        let uri = try await answer(given, to: "Redirect URI of your first app, or nothing", default: "") {
            text throws(CommandError) in
            guard !text.isEmpty else { return text }
            let app = ClientRegistration(name: "Example App", kind: .public, redirectURIs: [text])
            do throws(OAuthError) { try RegistrationPolicy.standard.check(app) } catch { throw CommandError(error) }
            return text
        }
        return uri.isEmpty ? nil : uri
    }

    // MARK: - Prompts

    /// Returns the parsed answer of an option or of the user, with another prompt after an invalid one.
    private func answer<Value>(
        _ given: String?,
        to question: String,
        default standard: String? = nil,
        missing: String = "",
        _ parse: (String) throws(CommandError) -> Value
    ) async throws -> Value {
        if let given { return try parse(given) }
        guard context.isInteractive else {
            guard let standard else { throw CommandError("Missing: \(question).", advice: missing) }
            return try parse(standard)
        }
        let prompt = standard.map { $0.isEmpty ? "" : " [\($0)]" } ?? ""
        while true {
            guard let line = try await context.readLine("\(question)\(prompt): ", false) else { throw Self.cancelled }
            let text = line.trimmingCharacters(in: .whitespaces)
            do throws(CommandError) {
                return try parse(text.isEmpty ? standard ?? "" : text)
            } catch {
                context.output.error(error.line)
            }
        }
    }

    /// Does not repeat the URL: it may contain a password, often one that is not percent-encoded.
    private static var invalidMailServer: CommandError {
        CommandError("The mail server isn't a URL.", advice: "Use smtps://USER@HOST; percent-encode user and password.")
    }

    private static var cancelled: CommandError {
        CommandError("Cancelled. Nothing was written.", status: .cancelled)
    }
}
