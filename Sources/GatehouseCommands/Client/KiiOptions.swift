package import ArgumentParser
package import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// What makes a client an app of Kii.
package struct KiiOptions: ParsableArguments, Sendable {
    @Flag(
        help: "An app written for Kii, which signs people in with a password on its own pages; prints its ID and key."
    )
    package var kii = false

    @Option(
        help: ArgumentHelp(
            "With --kii: the key that copies of the app have already, --client-id being their ID; by default a random one.",
            valueName: "key"
        )
    )
    package var appKey: String?

    @Flag(help: "With --kii: prints a secret too, with which an administrator manages the accounts of the app.")
    package var admin = false

    @Flag(
        help:
            "With --kii: sessions are refreshed, and access tokens live for an hour unless --token-lifetime says otherwise."
    )
    package var refreshTokens = false

    @Option(
        help: ArgumentHelp(
            "With --kii: how long access tokens live at most, such as 90d; by default 365d.",
            valueName: "time"
        ),
        transform: KiiOptions.time
    )
    package var tokenLifetime: TimeInterval?

    @Option(
        name: .customLong("accept-tokens-of"),
        help: ArgumentHelp(
            "With --kii: another client whose tokens are good here; may be repeated.",
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
            throw ValidationError("\(names): belongs to --kii.")
        }
    }

    /// Registers the client as such an app; with a redirect URI it may use a browser as well.
    func apply(to registration: inout ClientRegistration, revealsAccounts: Bool) {
        guard kii else { return }
        registration.kii = KiiRegistration(
            appKey: appKey.map(Secret.init),
            tokenLifetime: tokenLifetime,
            accepts: accepts.map { Client.ID($0) },
            revealsAccounts: revealsAccounts,
            hasAdministrator: admin
        )
        registration.grantTypes = [.password]
        if !registration.redirectURIs.isEmpty { registration.grantTypes.append(.authorizationCode) }
        if refreshTokens { registration.grantTypes.append(.refreshToken) }
    }

    /// A time as it is written everywhere, such as `90d`.
    static func time(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text) else {
            throw ValidationError("'\(text)' is no time; write it as a number of s, m, h or d, such as 90d.")
        }
        return time
    }
}
