package import ArgumentParser
package import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The options of a Kii client.
package struct KiiOptions: ParsableArguments, Sendable {
    @Flag(
        help: "Register an app that uses the Kii SDK, with password sign-in in the app; prints its app ID and app key."
    )
    package var kii = false

    @Option(
        help: ArgumentHelp(
            "App key of an existing app, whose app ID is --client-id (with --kii; default: random)",
            valueName: "key"
        )
    )
    package var appKey: String?

    @Flag(help: "Also create an administrator secret for managing the app's accounts (with --kii).")
    package var admin = false

    @Flag(
        help:
            "Issue refresh tokens; access tokens then expire after 1h unless --token-lifetime is set (with --kii)."
    )
    package var refreshTokens = false

    @Option(
        help: ArgumentHelp(
            "Maximum lifetime of access tokens, for example 90d (with --kii; default: 365d)",
            valueName: "time"
        ),
        transform: KiiOptions.time
    )
    package var tokenLifetime: TimeInterval?

    @Option(
        name: .customLong("accept-tokens-of"),
        help: ArgumentHelp(
            "Client whose tokens the app accepts; repeatable (with --kii)",
            valueName: "client"
        )
    )
    package var accepts: [String] = []

    package init() {}

    package func validate() throws {
        let others = [
            ("--app-key", appKey != nil), ("--admin", admin), ("--refresh-tokens", refreshTokens),
            ("--token-lifetime", tokenLifetime != nil), ("--accept-tokens-of", !accepts.isEmpty),
        ]
        guard kii || !others.contains(where: \.1) else {
            let names = others.filter(\.1).map(\.0).joined(separator: ", ")
            throw ValidationError("--kii is required for \(names).")
        }
    }

    /// Configures the registration as a Kii app; with a redirect URI it can also use a browser.
    func apply(to registration: inout ClientRegistration, disclosesAccounts: Bool) {
        guard kii else { return }
        registration.passwordApp = PasswordAppRegistration(
            appKey: appKey.map(Secret.init),
            tokenLifetime: tokenLifetime,
            accepts: accepts.map { Client.ID($0) },
            disclosesAccounts: disclosesAccounts,
            hasAdministrator: admin
        )
        registration.grantTypes = [.password]
        if !registration.redirectURIs.isEmpty { registration.grantTypes.append(.authorizationCode) }
        if refreshTokens { registration.grantTypes.append(.refreshToken) }
    }

    /// Parses a duration such as `90d`.
    static func time(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text) else {
            throw ValidationError("Use a number of s, m, h or d, for example 90d.")
        }
        return time
    }
}

/// The options of `client update` for Kii clients.
package struct KiiChanges: ParsableArguments, Sendable {
    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Replace or remove the administrator secret. The old secret and its tokens stop working."
    )
    package var admin: Bool?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Issue refresh tokens.")
    package var refreshTokens: Bool?

    @Option(
        help: ArgumentHelp("Maximum lifetime of access tokens, for example 90d", valueName: "time"),
        transform: KiiOptions.time
    )
    package var tokenLifetime: TimeInterval?

    @Option(
        name: .customLong("accept-tokens-of"),
        help: ArgumentHelp(
            "Client whose tokens the app accepts; repeatable",
            valueName: "client"
        )
    )
    package var accepts: [String] = []

    @Flag(name: .customLong("no-accept-tokens"), help: "Accept no tokens of other clients.")
    package var acceptsNone = false

    package init() {}

    package func validate() throws {
        guard !(acceptsNone && !accepts.isEmpty) else {
            throw ValidationError("Use --accept-tokens-of or --no-accept-tokens, not both.")
        }
    }

    /// Whether no Kii option is set.
    var isEmpty: Bool {
        admin == nil && refreshTokens == nil && tokenLifetime == nil && accepts.isEmpty && !acceptsNone
    }

    /// Applies the options to the stored client.
    func apply(disclosesAccounts: Bool?, adminSecretHash: String, to client: inout Client) throws(OAuthError) {
        guard client.passwordApp != nil else {
            guard isEmpty else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "'\(client.id)' isn't a Kii client; these options are for Kii clients only."
                )
            }
            return
        }
        let update = PasswordAppUpdate(
            tokenLifetime: tokenLifetime,
            accepts: acceptsNone || !accepts.isEmpty ? accepts.map { Client.ID($0) } : nil,
            disclosesAccounts: disclosesAccounts,
            hasAdministrator: admin,
            hasRefreshTokens: refreshTokens
        )
        client.apply(update, adminSecretHash: adminSecretHash)
    }
}
