package import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The options of a client with native authentication.
package struct NativeOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Use native authentication (your own apps only), with emailed codes or passwords",
            valueName: "method"
        )
    )
    package var native: NativeAuthenticationSettings.Method?

    @Flag(help: "Tell the app, and anyone who asks, whether an address has an account (with --native or --kii).")
    package var revealAccounts = false

    @Option(
        name: .customLong("web-origin"),
        help: ArgumentHelp(
            "Origin of web pages that can call the server, or *; repeatable (with --native)",
            valueName: "origin"
        )
    )
    package var webOrigins: [String] = []

    package init() {}

    package func validate() throws {
        guard native != nil || webOrigins.isEmpty else { throw ValidationError("--web-origin requires --native.") }
    }

    /// Configures the registration for native authentication; without a redirect URI it never uses a browser.
    func apply(to registration: inout ClientRegistration) {
        guard let native else { return }
        registration.native = NativeAuthenticationSettings(
            method: native,
            disclosesAccounts: revealAccounts,
            origins: webOrigins
        )
        if registration.redirectURIs.isEmpty { registration.grantTypes = [.refreshToken] }
    }
}

extension NativeAuthenticationSettings.Method: ExpressibleByArgument {}

/// The options of `client update` for native authentication.
package struct NativeChanges: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Use native authentication, with emailed codes or passwords and without consent",
            valueName: "method"
        )
    )
    package var native: NativeAuthenticationSettings.Method?

    @Flag(
        name: .customLong("no-native"),
        help: "Disable native authentication; users sign in with a browser or another device and give consent."
    )
    package var withoutNative = false

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Tell the app, and anyone who asks, whether an address has an account."
    )
    package var revealAccounts: Bool?

    @Option(
        name: .customLong("web-origin"),
        help: ArgumentHelp("Origin of web pages that can call the server, or *; repeatable", valueName: "origin")
    )
    package var webOrigins: [String] = []

    @Flag(name: .customLong("no-web-origin"), help: "Remove all origins.")
    package var withoutWebOrigins = false

    package init() {}

    private var changesOrigins: Bool { withoutWebOrigins || !webOrigins.isEmpty }

    /// Whether an option for native authentication is set.
    var changesNative: Bool { native != nil || withoutNative || changesOrigins }

    package func validate() throws {
        try Self.rejectContradictions([
            ("native", native != nil && withoutNative), ("web-origin", !webOrigins.isEmpty && withoutWebOrigins),
        ])
        guard !(withoutNative && (revealAccounts != nil || changesOrigins)) else {
            throw ValidationError(
                "--reveal-accounts and --web-origin can't be combined with --no-native."
            )
        }
    }

    /// Applies the options to the stored client.
    func apply(to client: inout Client) throws(OAuthError) {
        guard client.passwordApp == nil else {
            guard !changesNative else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "'\(client.id)' is a Kii client. Remove --native and --web-origin."
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
                '\(client.id)' doesn't use native authentication. Add --native code or --native password.
                """
            )
        }
        var new = client.native ?? NativeAuthenticationSettings(method: method)
        new.method = method
        if let revealAccounts { new.disclosesAccounts = revealAccounts }
        if changesOrigins { new.origins = webOrigins }
        client.setNative(new)
    }
}
