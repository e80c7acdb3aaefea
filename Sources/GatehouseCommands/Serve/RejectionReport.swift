package import GatehouseHTTP
import GatehouseWire

/// The description of a rejected request in development mode: the cause, the parameters and advice that helps, if any.
package struct RejectionReport: Sendable {
    package let lines: [String]

    /// The most scalars of a value that a line shows.
    private static let longest = 512

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The options that name the server's records (``options(config:data:database:)``).
    package init(_ request: RejectedRequest, options: [String] = []) {
        let cause = "\(request.status) \(Self.shown(request.code)): \(Self.shown(request.description))"
        var lines = ["Rejected \(Self.shown(request.method)) \(Self.shown(request.path)) with \(cause)"]
        let parameters: [(ParameterName, String?)] = [
            (.clientID, request.clientID), (.redirectURI, request.redirectURI), (.scope, request.scope),
        ]
        let sent = parameters.compactMap { name, value in value.map { "\(name.rawValue)=\(Self.shown($0))" } }
        if !sent.isEmpty { lines.append("  " + sent.joined(separator: " ")) }
        let advice = RejectionAdvice(request)
        if let note = advice.note { lines.append("  " + Self.shown(note)) }
        if let words = advice.command, let command = Self.line(["gatehouse"] + words + options) {
            lines.append("  Try: " + command)
        }
        self.lines = lines
    }

    /// Returns a value of the request for a line of text: bounded, with escapes for control characters.
    private static func shown(_ value: String) -> String {
        let scalars = value.unicodeScalars
        return String(scalars.prefix(longest)).escaped + (scalars.dropFirst(longest).isEmpty ? "" : "…")
    }

    /// Returns the line that a shell runs; `nil` if it is too long or a terminal would not show it as it is.
    private static func line(_ words: [String]) -> String? {
        let line = words.map(\.shellQuoted).joined(separator: " ")
        return line.utf8.count <= 4096 && line == line.escaped ? line : nil
    }

    /// Returns the options that name the records of a server, so that a command works on the same ones.
    ///
    /// A database URL is left out, because it may contain a password.
    package static func options(config: String?, data: String?, database: String?) -> [String] {
        var options: [String] = []
        if let config { options += ["--config", config] }
        if let data { options += ["--data", data] }
        if let database, !database.contains("://") { options += ["--database", database] }
        return options
    }
}
