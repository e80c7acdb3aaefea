package import ArgumentParser
package import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// What `client update` changes of an app of Kii.
package struct KiiChanges: ParsableArguments, Sendable {
    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Prints a new secret for the administrator, or removes it; the old one and its tokens stop working."
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
            "Another client whose tokens the app accepts; may be repeated.",
            valueName: "client"
        )
    )
    package var accepts: [String] = []

    @Flag(name: .customLong("no-accept-tokens"), help: "Accepts the tokens of no other client.")
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

    /// Changes the client as it is stored now.
    func apply(revealsAccounts: Bool?, adminSecretHash: String, to client: inout Client) throws(OAuthError) {
        guard client.kii != nil else {
            guard isEmpty else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "\(client.id) is no app of Kii. Leave out the options for apps of Kii."
                )
            }
            return
        }
        let update = KiiUpdate(
            tokenLifetime: tokenLifetime,
            accepts: acceptsNone || !accepts.isEmpty ? accepts.map { Client.ID($0) } : nil,
            revealsAccounts: revealsAccounts,
            hasAdministrator: admin,
            hasRefreshTokens: refreshTokens
        )
        client.apply(update, adminSecretHash: adminSecretHash)
    }
}
