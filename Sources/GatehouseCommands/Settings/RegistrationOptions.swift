package import ArgumentParser
import GatehouseServer
import GatehouseWire

/// The options of `gatehouse serve` for clients that register themselves.
package struct RegistrationOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            """
            Clients that may register themselves: none, those with an initial access token, or all (default: off) \
            [env: GATEHOUSE_REGISTRATION]
            """,
            valueName: "off|token|open"
        )
    )
    package var registration: String?

    @Option(
        help: ArgumentHelp(
            """
            Scope that such clients may request (default: openid, profile, email, offline_access and the scopes of all \
            APIs); repeatable [env: GATEHOUSE_REGISTRATION_SCOPES]
            """,
            valueName: "scope"
        )
    )
    package var registrationScopes: [String] = []

    @Option(
        name: .customLong(SettingKey.clientIDMetadata.rawValue),
        help: ArgumentHelp(
            """
            Accept clients whose client ID is the URL of their metadata document, on or off (default: off) \
            [env: GATEHOUSE_CLIENT_ID_METADATA]
            """,
            valueName: "on|off"
        )
    )
    package var clientIDMetadata: String?

    package init() {}

    var arguments: [SettingKey: String] {
        let values: [SettingKey: String?] = [
            .registration: registration,
            .registrationScopes: registrationScopes.isEmpty ? nil : registrationScopes.joined(separator: ","),
            .clientIDMetadata: clientIDMetadata,
        ]
        return values.compactMapValues(\.self)
    }
}

extension SettingSources {
    /// Returns the settings for clients that no operator registers.
    func registration() async throws(CommandError) -> RegistrationSettings {
        var settings = RegistrationSettings(statementIssuers: statementIssuers)
        if let text = try await text(.registration) {
            guard let mode = RegistrationSettings.Mode(rawValue: text) else {
                throw CommandError(
                    "Invalid \(SettingKey.registration.rawValue) '\(text)'.",
                    advice: "Use off, token or open."
                )
            }
            settings.mode = mode
        }
        let scopes = try await texts(.registrationScopes).joined(separator: " ")
        if !scopes.isEmpty {
            guard let parsed = ScopeSet(parsing: scopes) else {
                throw CommandError(
                    "Invalid \(SettingKey.registrationScopes.rawValue) '\(scopes)'.",
                    advice: "Use names of scopes, for example openid, email."
                )
            }
            settings.scopes = parsed
        }
        settings.acceptsMetadataDocuments = try await Settings.flag(self, .clientIDMetadata) ?? false
        return settings
    }
}
