import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// Reads the settings of second factors and passkeys.
enum FactorSettingReader {
    /// Reads the settings of factors.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - issuer: The issuer; `nil` if a command on the records does not know it.
    ///   - sendsSMS: Whether the server can send SMS; `nil` if a command on the records does not know it.
    /// - Returns: The settings.
    /// - Throws: The first setting that is invalid, with advice.
    static func factors(
        _ sources: SettingSources,
        issuer: Issuer?,
        sendsSMS: Bool?
    ) async throws(CommandError) -> FactorSettings {
        let acceptsSMSCodes = try await Settings.flag(sources, .secondFactorSMSCodes) ?? false
        guard !acceptsSMSCodes || sendsSMS != false else {
            throw CommandError(
                "\(SettingKey.secondFactorSMSCodes.rawValue) requires an SMS gateway.",
                advice: "Set GATEHOUSE_SMS and GATEHOUSE_SMS_SECRET, or turn it off."
            )
        }
        return FactorSettings(
            secondFactor: try await choice(sources, .secondFactor, of: SecondFactorDemand.self) ?? .whenEnrolled,
            acceptsMailCodes: try await Settings.flag(sources, .secondFactorMailCodes) ?? false,
            acceptsSMSCodes: acceptsSMSCodes,
            passkeyDomain: try await passkeyDomain(sources, issuer),
            relatedOrigins: try await relatedOrigins(sources),
            requiresUserVerification: try await choice(
                sources,
                .passkeyUserVerification,
                of: UserVerification.self
            ) == .required
        )
    }

    /// Returns the time for which a trusted browser needs no second factor; `nil` does not offer it.
    static func trustedBrowser(_ sources: SettingSources) async throws(CommandError) -> TimeInterval? {
        guard let text = try await sources.text(.trustBrowser) else { return nil }
        guard let time = TimeInterval(parsing: text), time <= 365 * 24 * 60 * 60 else {
            throw CommandError(
                "Invalid \(SettingKey.trustBrowser.rawValue) '\(text)'.",
                advice: "Use a time up to 365d, for example 30d, or remove the setting."
            )
        }
        return time
    }

    /// Adds the names of the operator's file to those of common authenticators.
    static func addNames(of sources: SettingSources, to factors: inout FactorSettings) async throws(CommandError) {
        guard let path = try await sources.text(.passkeyNames) else { return }
        let key = SettingKey.passkeyNames.rawValue
        guard let json = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandError(
                "The file '\(path)' of \(key) can't be read.",
                advice: "Set \(key) to a JSON file, or remove it."
            )
        }
        do { try factors.addAuthenticatorNames(json: json) } catch {
            throw CommandError(
                "The file '\(path)' of \(key) is invalid: \(error)",
                advice: #"Use the form {"AAGUID": {"name": "Example Key"}}."#
            )
        }
    }

    private enum UserVerification: String, CaseIterable {
        case preferred, required
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ sources: SettingSources,
        _ key: SettingKey,
        of type: Choice.Type
    ) async throws(CommandError) -> Choice? {
        guard let text = try await sources.text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue)
            throw CommandError(
                "Invalid \(key.rawValue) '\(text)'.",
                advice: "Use \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
            )
        }
        return choice
    }

    /// Returns the domain of passkeys, a registrable suffix of the issuer's host (WebAuthn Level 3 §5.1.3).
    private static func passkeyDomain(
        _ sources: SettingSources,
        _ issuer: Issuer?
    ) async throws(CommandError) -> String? {
        guard let text = try await sources.text(.passkeyDomain) else { return nil }
        let key = SettingKey.passkeyDomain.rawValue
        guard !isAddress(text) else {
            throw CommandError(
                "Passkeys can't be bound to an IP address (\(key) '\(text)').",
                advice: "Use a domain name in the issuer and in \(key)."
            )
        }
        guard isDomain(text) else {
            throw CommandError(
                "Invalid \(key) '\(text)'.",
                advice: "Use a domain in lowercase, without https and port, for example example.com."
            )
        }
        guard let issuer else { return text }
        let host = issuer.host.lowercased()
        guard text == host || host.hasSuffix("." + text) else {
            throw CommandError(
                "\(key) '\(text)' is neither the issuer's host \(host) nor a domain above it.",
                advice: "Use \(host), or a domain that it ends with."
            )
        }
        guard text == host || text.contains(".") else {
            throw CommandError(
                "\(key) '\(text)' is a top-level domain, which browsers reject.",
                advice: "Use \(host), or your own domain above it."
            )
        }
        return text
    }

    /// Returns whether a host is an IP address: a numeric last label makes it IPv4 (URL Standard §3.5).
    private static func isAddress(_ host: String) -> Bool {
        let last = host.split(separator: ".").last ?? ""
        return host.hasPrefix("[") || host.filter { $0 == ":" }.count > 1
            || !last.isEmpty && last.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }

    private static func relatedOrigins(_ sources: SettingSources) async throws(CommandError) -> [String] {
        let origins = try await sources.texts(.passkeyRelatedOrigins)
        for origin in origins {
            // Browsers compare origins as text, in the form that they write themselves.
            guard let uri = RedirectURI(rawValue: origin), uri.scheme == "https", uri.origin == origin else {
                throw CommandError(
                    "Invalid \(SettingKey.passkeyRelatedOrigins.rawValue) '\(origin)'.",
                    advice: "Use https://HOST or https://HOST:PORT, in lowercase and without a path."
                )
            }
        }
        return origins
    }
}
