import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import Testing

@Suite struct FactorSettingsTests: SettingsReader {
    private static let issuer: [SettingKey: String] = [.issuer: "https://login.example.com"]

    private func read(_ values: [SettingKey: String], mustServe: Bool = false) async throws -> Settings {
        try await settings(Self.issuer.merging(values) { _, new in new }, mustServe: mustServe)
    }

    @Test func requiresNothingByDefault() async throws {
        let settings = try await read([:]).server
        #expect(settings.factors == FactorSettings(secondFactor: .whenEnrolled))
        #expect(settings.lifetimes.trustedBrowser == nil)
    }

    @Test(arguments: SecondFactorDemand.allCases) func readsDemand(demand: SecondFactorDemand) async throws {
        #expect(try await read([.secondFactor: demand.rawValue]).server.factors.secondFactor == demand)
    }

    @Test func readsRelatedOriginsAsListOrCommaSeparatedText() async throws {
        let origins = ["https://example.org", "https://example.net:8443"]
        try await withFile("passkey-related-origins:\n  - \(origins[0])\n  - \(origins[1])\n") { file in
            let settings = try await settings(file: file)
            #expect(settings.server.factors.relatedOrigins == origins)
        }
        let given = try await read([.passkeyRelatedOrigins: origins.joined(separator: ", ")])
        #expect(given.server.factors.relatedOrigins == origins)
    }

    @Test(arguments: [
        ("https://login.example.com", "login.example.com"), ("https://login.example.com/auth", "example.com"),
        ("https://LOGIN.example.com", "example.com"), ("http://localhost:8080", "localhost"),
    ])
    func acceptsHostAndDomainsAboveIt(issuer: String, domain: String) async throws {
        let settings = try await settings([.issuer: issuer, .passkeyDomain: domain])
        #expect(settings.server.factors.passkeyDomain == domain)
    }

    @Test(arguments: [
        ("https://login.example.com", "com", "is a top-level domain"),
        ("https://login.example.com", "example.org", "is neither the issuer's host login.example.com nor"),
        ("https://login.example.com", "ample.com", "is neither the issuer's host"),
        ("https://login.example.com", "app.login.example.com", "is neither the issuer's host"),
        ("https://login.example.com", "https://example.com", "Use a domain in lowercase"),
        ("https://login.example.com", "example.com:443", "Use a domain in lowercase"),
        ("https://login.example.com", "Example.com", "Use a domain in lowercase"),
        ("https://login.example.com", ".example.com", "Use a domain in lowercase"),
        ("https://192.0.2.7", "192.0.2.7", "can't be bound to an IP address"),
        ("https://[2001:db8::7]", "[2001:db8::7]", "can't be bound to an IP address"),
        ("http://127.0.0.1:8080", "127.0.0.1", "Use a domain name in the issuer"),
    ])
    func rejectsOtherPasskeyDomains(issuer: String, domain: String, message: String) async {
        let line = await failure { _ = try await settings([.issuer: issuer, .passkeyDomain: domain]) }
        #expect(line?.contains(message) == true, "\(line ?? "no error")")
    }

    /// The issuer may be an option of the server only.
    @Test func acceptsPasskeyDomainOfCommandsThatDoNotKnowTheIssuer() async throws {
        let settings = try await settings([.passkeyDomain: "example.com"])
        #expect(settings.factors.passkeyDomain == "example.com")
    }

    @Test(arguments: [
        "http://example.org", "https://example.org/", "https://example.org/path", "https://Example.org",
        "https://example.org:443", "https://ada@example.org", "example.org", "com.example.app:/callback",
    ])
    func rejectsRelatedOriginsThatBrowsersDoNotSend(origin: String) async {
        let line = await failure { _ = try await read([.passkeyRelatedOrigins: "https://a.example,\(origin)"]) }
        #expect(line?.hasPrefix("Invalid passkey-related-origins '\(origin)'. Use https://HOST") == true)
    }

    @Test(arguments: [
        (SettingKey.secondFactor, "always", "Use off, when-enrolled or required."),
        (.passkeyUserVerification, "discouraged", "Use preferred or required."),
        (.secondFactorMailCodes, "maybe", "Use on or off."), (.secondFactorSMSCodes, "yes", "Use on or off."),
        (.trustBrowser, "30", "Use a time up to 365d"), (.trustBrowser, "366d", "Use a time up to 365d"),
        (.trustBrowser, "0", "remove the setting"),
    ])
    func explainsInvalidValue(key: SettingKey, text: String, advice: String) async {
        let line = await failure { _ = try await read([key: text]) }
        #expect(line?.hasPrefix("Invalid \(key.rawValue)") == true)
        #expect(line?.contains(advice) == true, "\(line ?? "no error")")
    }

    @Test func requiresGatewayForSMSCodes() async throws {
        let values: [SettingKey: String] = [.secondFactorSMSCodes: "on", .smtp: "smtp://localhost"]
        let line = await failure { _ = try await read(values, mustServe: true) }
        #expect(line?.hasPrefix("second-factor-sms-codes requires an SMS gateway.") == true)
        let gateway: [SettingKey: String] = [.sms: "https://sms.example.com", .smsSecret: "0123456789abcdef"]
        let settings = try await read(values.merging(gateway) { _, new in new }, mustServe: true)
        #expect(settings.server.factors.acceptsSMSCodes)
        #expect(try await read(values).factors.acceptsSMSCodes)
    }

    /// Reads a list of names as the server does.
    private func names(_ json: String) async throws -> FactorSettings {
        try await withFile(json) { file in
            try await read([.passkeyNames: file, .smtp: "smtp://localhost"], mustServe: true).server.factors
        }
    }

    @Test func addsAndReplacesNamesOfAuthenticators() async throws {
        let windows = try #require(UUID(uuidString: "08987058-cadc-4b81-b6e1-30de50dcbe96"))
        let bitwarden = try #require(UUID(uuidString: "d548826e-79b4-db40-a3d8-11116f7e8349"))
        let badge = UUID()
        let factors = try await names(
            """
            {"\(windows.uuidString.lowercased())": {"name": "Office PC", "icon_light": "data:image/svg+xml;base64,"},
            "\(badge)": {"name": "Badge"}}
            """
        )
        #expect(factors.authenticatorName(of: windows) == "Office PC")
        #expect(factors.authenticatorName(of: badge) == "Badge")
        #expect(factors.authenticatorName(of: bitwarden) == "Bitwarden")
    }

    @Test(arguments: [
        ("[]", ""), ("{", ""), (#"{"badge": {"name": "Badge"}}"#, "'badge' is not an AAGUID."),
        (
            #"{"08987058-cadc-4b81-b6e1-30de50dcbe96": {}}"#,
            "The name of '08987058-cadc-4b81-b6e1-30de50dcbe96' is missing, empty, or has control characters."
        ),
    ])
    func explainsInvalidNamesOfAuthenticators(json: String, reason: String) async {
        let line = await failure { _ = try await names(json) }
        #expect(line?.contains("of passkey-names is invalid: \(reason)") == true, "\(line ?? "no error")")
        #expect(line?.hasSuffix(#"Use the form {"AAGUID": {"name": "Example Key"}}."#) == true)
    }

    @Test func reportsMissingFileOfNames() async throws {
        let values: [SettingKey: String] = [.passkeyNames: "/missing/names.json", .smtp: "smtp://localhost"]
        let line = await failure { _ = try await read(values, mustServe: true) }
        #expect(line?.hasPrefix("The file '/missing/names.json' of passkey-names can't be read.") == true)
        // Commands on the records need no names.
        _ = try await read(values)
    }
}
