package import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A refused request as development mode prints it: the cause, what was asked, and the command that helps, where there
/// is one.
package struct RefusalReport: Sendable {
    package let lines: [String]

    /// - Parameters:
    ///   - request: The request.
    ///   - options: What a command has to be told to find the records.
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

    /// The words behind the program's name; `nil` where the app has to send something else.
    private static func command(for request: RefusedRequest) -> [String]? {
        guard let id = request.clientID else { return nil }
        let code = OAuthErrorCode(rawValue: request.code)
        guard let client = request.client else {
            guard [.invalidClient, .unauthorizedClient].contains(code) else { return nil }
            guard let uri = request.redirectURI else { return ["client", "list"] }
            return ["client", "create", "--client-id", id, "--name", id, "--redirect-uri", uri]
        }
        // Each option takes the place of what is registered, so that is named too.
        let update = ["client", "update", id]
        switch code {
        case .invalidRedirectURI:
            guard let uri = request.redirectURI, RedirectURI(rawValue: uri) != nil else { return nil }
            return update + (client.redirectURIs + [uri]).flatMap { ["--redirect-uri", $0] }
        case .invalidScope:
            guard let asked = request.scope.flatMap(ScopeSet.init(parsing:)), !asked.isSubset(of: client.scopes) else {
                return nil
            }
            return update + ["--scope", client.scopes.union(asked).description]
        case .unauthorizedClient:
            guard let grant = request.grantType, !client.grantTypes.contains(grant) else { return nil }
            return update + (client.grantTypes + [grant]).flatMap { ["--grant", $0.rawValue] }
        case .invalidClient where client.isConfidential && request.status == 401:
            return ["client", "secret", "rotate", id]
        default: return nil
        }
    }

    /// The options that name the records of a server, so that the command works on the same ones.
    ///
    /// - Returns: The options; a database URL that may have a password in it is left out.
    package static func options(config: String?, data: String?, database: String?) -> [String] {
        var options: [String] = []
        if let config { options += ["--config", config] }
        if let data { options += ["--data", data] }
        if let database, !database.contains("://") { options += ["--database", database] }
        return options
    }

    /// A word as a shell reads it.
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
