import Foundation
import GatehouseStore
import GatehouseWire

extension ClientSummary {
    /// What kind of client it is, in a word.
    var kind: String {
        if kii != nil { return "kii" }
        if let native { return "native (\(native.method.rawValue))" }
        return information.tokenEndpointAuthMethod == ClientAuthenticationMethod.none ? "public" : "confidential"
    }

    /// Prints what the client is, a line each.
    func write(to output: Output) {
        let grants = (information.grantTypes ?? []).compactMap {
            $0.rawValue.split(separator: ":").last.map(String.init)
        }
        var lines = [
            ("Client ID", information.clientID), ("Name", information.clientName ?? ""), ("Type", kind),
            ("Grants", grants.joined(separator: " ")), ("Scope", information.scope?.description ?? ""),
            ("Redirects to", (information.redirectURIs ?? []).joined(separator: " ")),
            ("Asks for", attributes.joined(separator: " ")),
        ]
        if let native {
            lines.append(("Accounts", Self.members(native.revealsAccounts)))
            lines.append(("Web origins", native.origins.joined(separator: " ")))
        }
        if let kii { lines += self.lines(of: kii) }
        Self.write(lines, to: output)
    }

    /// Prints what `client update` changes, a line each.
    func writeSettings(to output: Output) {
        var lines = [("Client ID", information.clientID)]
        if let kii {
            lines += self.lines(of: kii)
        } else {
            lines.append(("Native", native?.method.rawValue ?? "no"))
            if let native {
                lines.append(("Accounts", Self.members(native.revealsAccounts)))
                lines.append(("Web origins", native.origins.joined(separator: " ")))
            }
        }
        Self.write(lines, to: output)
    }

    private func lines(of kii: KiiApplication) -> [(String, String)] {
        [
            ("Accounts", Self.members(kii.revealsAccounts)), ("Tokens live", Self.time(kii.tokenLifetime)),
            ("Takes tokens of", kii.accepts.map(\.rawValue).joined(separator: " ")),
            ("Administrator", kii.adminSecretHash == nil ? "none" : "has a secret"),
            ("Refresh tokens", information.grantTypes?.contains(.refreshToken) == true ? "yes" : "no"),
        ]
    }

    private static func write(_ lines: [(name: String, value: String)], to output: Output) {
        let width = max(13, lines.map(\.name.count).max() ?? 0) + 2
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
