package import ArgumentParser
package import Foundation
import GatehouseServer
import GatehouseStore

/// What `client update` changes of an app of Kii.
package struct KiiChanges: ParsableArguments, Sendable {
    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help:
            "Prints a new secret for the administrator of an app of Kii, or takes it away; the one before and its tokens are good no longer."
    )
    package var admin: Bool?

    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether sessions of the app are refreshed.")
    package var refreshTokens: Bool?

    @Option(
        help: ArgumentHelp("How long its access tokens live at most, such as 90d.", valueName: "time"),
        transform: KiiOptions.time
    )
    package var tokenLifetime: TimeInterval?

    @Option(
        name: .customLong("accept-tokens-of"),
        help: ArgumentHelp(
            "Another client whose tokens are good there, in the place of those before; may be repeated.",
            valueName: "client"
        )
    )
    package var accepts: [String] = []

    @Flag(name: .customLong("no-accept-tokens"), help: "Takes the tokens of no other client.")
    package var acceptsNone = false

    package init() {}

    package func validate() throws {
        guard !(acceptsNone && !accepts.isEmpty) else {
            throw ValidationError("Give --accept-tokens-of or --no-accept-tokens, not both.")
        }
    }

    /// Whether there is anything that only an app of Kii has.
    var isEmpty: Bool {
        admin == nil && refreshTokens == nil && tokenLifetime == nil && accepts.isEmpty && !acceptsNone
    }

    func update(revealsAccounts: Bool?) -> KiiUpdate {
        KiiUpdate(
            tokenLifetime: tokenLifetime,
            accepts: acceptsNone || !accepts.isEmpty ? accepts.map { Client.ID($0) } : nil,
            revealsAccounts: revealsAccounts,
            hasAdministrator: admin,
            hasRefreshTokens: refreshTokens
        )
    }
}
