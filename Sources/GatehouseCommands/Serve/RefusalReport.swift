package import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A refused request as development mode prints it: the cause, the parameters and, if there is one, the command that
/// helps.
package struct RefusalReport: Sendable {
    package let lines: [String]

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The options that name the server's records (``options(config:data:database:)``).
    package init(_ request: RefusedRequest, options: [String] = []) {
        var lines = [
            "Refused \(request.method) \(request.path) with \(request.status) \(request.code): \(request.description)"
        ]
        let parameters: [(ParameterName, String?)] = [
            (.clientID, request.clientID), (.redirectURI, request.redirectURI), (.scope, request.scope),
        ]
        let sent = parameters.compactMap { name, value in value.map { "\(name.rawValue)=\($0.prefix(512))" } }
        if !sent.isEmpty { lines.append("  " + sent.joined(separator: " ")) }
        if let words = Self.command(for: request) {
            let command = (["gatehouse"] + words + options).map(Self.quoted).joined(separator: " ")
            lines.append("  Try: " + command)
        }
        self.lines = lines.map(\.printable)
    }

    /// Returns the command's arguments; `nil` where no command helps and the app has to change its request.
    private static func command(for request: RefusedRequest) -> [String]? {
        guard let id = request.clientID else { return nil }
        let code = OAuthErrorCode(rawValue: request.code)
        guard let client = request.client else {
            guard [.invalidClient, .unauthorizedClient].contains(code) else { return nil }
            guard let uri = request.redirectURI else { return ["client", "list"] }
            return ["client", "create", "--client-id", id, "--name", id, "--redirect-uri", uri]
        }
        let update = ["client", "update", id]
        switch code {
        case .invalidRedirectURI:
            guard let uri = request.redirectURI, RedirectURI(rawValue: uri) != nil else { return nil }
            return update + ["--add-redirect-uri", uri]
        case .invalidScope:
            guard let asked = request.scope.flatMap(ScopeSet.init(parsing:)), !asked.isSubset(of: client.scopes) else {
                return nil
            }
            return update + ["--scope", client.scopes.union(asked).description]
        case .unauthorizedClient:
            guard let grant = request.grantType, !client.grantTypes.contains(grant) else { return nil }
            // The option replaces the registered list, so the command repeats it.
            return update + (client.grantTypes + [grant]).flatMap { ["--grant", $0.rawValue] }
        case .invalidClient where client.isConfidential && request.status == 401:
            return ["client", "secret", "rotate", id]
        default: return nil
        }
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

    /// Quotes a word for a shell if needed.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:=@%+,".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
