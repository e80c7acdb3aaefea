import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension ClientSummary {
    /// The kind of client, in a word or two.
    var kind: String { client.isForDevelopment ? "\(signInKind), development only" : signInKind }

    private var signInKind: String {
        if client.kii != nil { return "kii" }
        if let native = client.native { return "native (\(native.method.rawValue))" }
        return client.isConfidential ? "confidential" : "public"
    }

    /// Prints the client, with secrets that were made just now.
    func show(asJSON isJSON: Bool, to output: Output) throws {
        if isJSON { return try output.json(self) }
        write(to: output)
        writeSecrets(to: output)
    }

    /// Prints what the client is, a line each.
    func write(to output: Output) {
        var lines = [("Client ID", information.clientID), ("Name", client.name), ("Type", kind)]
        if client.isConfidential { lines += secretLines }
        lines += [
            ("Grants", client.grantTypes.compactMap { $0.rawValue.split(separator: ":").last }.joined(separator: " ")),
            ("Scope", client.scopes.description), ("Redirects to", client.redirectURIs.joined(separator: " ")),
            ("After sign-out", client.postLogoutRedirectURIs.joined(separator: " ")),
            ("PKCE", client.requiresPKCE ? "required" : "optional"),
            ("Redirect URI", client.mayOmitRedirectURI ? "optional in token requests" : "required in token requests"),
            ("Consent", client.skipsConsent ? "not asked for" : "asked for"),
            ("ID tokens", client.idTokenAlgorithm.rawValue), ("Refresh", client.refreshRecovery.rawValue),
            ("SMS codes for", client.codeDomain ?? ""), ("Logo", client.logoURI ?? ""),
            ("Terms of use", client.termsOfServiceURI ?? ""), ("Privacy policy", client.policyURI ?? ""),
            ("Asks for", attributes.joined(separator: " ")),
        ]
        if let native = client.native {
            lines.append(("Accounts", Self.members(native.revealsAccounts)))
            lines.append(("Web origins", native.origins.joined(separator: " ")))
        }
        if let kii = client.kii { lines += self.lines(of: kii) }
        Self.write(lines, to: output)
    }

    /// Prints the secrets that were made just now, if any.
    func writeSecrets(to output: Output) {
        if let secret = information.clientSecret {
            output.line("Client secret    \(secret.reveal())")
            output.error("Keep the secret now: it cannot be shown again.")
        }
        if let secret = information.kiiAdminSecret {
            output.line("Admin secret     \(secret.reveal())")
            output.error("Keep the secret now: it cannot be shown again. It does not belong in the app.")
        }
    }

    private var secretLines: [(String, String)] {
        var lines = [("Sends secret", client.tokenEndpointAuthMethod.rawValue)]
        if let previous = client.previousSecret {
            lines.append(("Old secret", "works until \(previous.expiresAt.formatted(.iso8601))"))
        }
        lines.append(("Introspects", client.introspects.map(\.rawValue).joined(separator: " ")))
        return lines
    }

    private func lines(of kii: KiiApplication) -> [(String, String)] {
        [
            ("Accounts", Self.members(kii.revealsAccounts)), ("Tokens live", Self.time(kii.tokenLifetime)),
            ("Takes tokens of", kii.accepts.map(\.rawValue).joined(separator: " ")),
            ("Administrator", kii.adminSecretHash == nil ? "none" : "has a secret"),
            ("Refresh tokens", client.grantTypes.contains(.refreshToken) ? "yes" : "no"),
        ]
    }

    private static func write(_ lines: [(name: String, value: String)], to output: Output) {
        let width = max(15, lines.map(\.name.count).max() ?? 0) + 2
        for line in lines {
            let name = line.name + String(repeating: " ", count: width - line.name.count)
            output.line(name + (line.value.isEmpty ? "none" : line.value))
        }
    }

    private static func members(_ areRevealed: Bool) -> String {
        "told to \(areRevealed ? "anybody" : "their owners alone")"
    }

    /// A time as the options take it, in the largest unit that fits.
    private static func time(_ seconds: TimeInterval) -> String {
        let units: [(TimeInterval, String)] = [(24 * 60 * 60, "d"), (60 * 60, "h"), (60, "m"), (1, "s")]
        let unit = units.first { seconds.truncatingRemainder(dividingBy: $0.0) == 0 } ?? (1, "s")
        return "\(Int(seconds / unit.0))\(unit.1)"
    }
}
