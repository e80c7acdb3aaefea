package import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The options of `client update` for native authentication.
package struct NativeChanges: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Signs users in on its own pages, with mailed codes or with passwords, and asks for no consent.",
            valueName: "code|password"
        )
    )
    package var native: NativeAuthentication.Method?

    @Flag(
        name: .customLong("no-native"),
        help: "Signs users in only by a browser or on another device, and asks for consent."
    )
    package var withoutNative = false

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Whether the app, and thus every caller, learns at once whether an address has an account."
    )
    package var revealAccounts: Bool?

    @Option(
        name: .customLong("web-origin"),
        help: ArgumentHelp("The origin of web pages that may call, or * for any; may be repeated.", valueName: "origin")
    )
    package var webOrigins: [String] = []

    @Flag(name: .customLong("no-web-origin"), help: "No web page may call.")
    package var withoutWebOrigins = false

    package init() {}

    private var changesOrigins: Bool { withoutWebOrigins || !webOrigins.isEmpty }

    /// Whether an option was given that an app of Kii does not have.
    var changesNative: Bool { native != nil || withoutNative || changesOrigins }

    package func validate() throws {
        guard !(withoutNative && native != nil) else {
            throw ValidationError("Give --native or --no-native, not both.")
        }
        guard !(withoutWebOrigins && !webOrigins.isEmpty) else {
            throw ValidationError("Give --web-origin or --no-web-origin, not both.")
        }
        guard !(withoutNative && (revealAccounts != nil || changesOrigins)) else {
            throw ValidationError(
                "--reveal-accounts and --web-origin are for an app with pages of its own; leave them out with --no-native."
            )
        }
    }

    /// Changes the client as it is stored now.
    func apply(to client: inout Client) throws(OAuthError) {
        guard client.kii == nil else {
            guard !changesNative else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "\(client.id) is an app of Kii. Leave --native and --web-origin out."
                )
            }
            return
        }
        guard changesNative || revealAccounts != nil else { return }
        guard !withoutNative else { return client.setNative(nil) }
        guard let method = native ?? client.native?.method else {
            throw OAuthError(
                .invalidClientMetadata,
                """
                \(client.id) has no pages of its own. Add --native code or --native password to have it sign people in on them.
                """
            )
        }
        var new = client.native ?? NativeAuthentication(method: method)
        new.method = method
        if let revealAccounts { new.revealsAccounts = revealAccounts }
        if changesOrigins { new.origins = webOrigins }
        client.setNative(new)
    }
}
