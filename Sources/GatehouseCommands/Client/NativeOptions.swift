package import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// What makes a client an app that signs people in on its own pages.
package struct NativeOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "An app of your own that signs people in on its own pages, with mailed codes or with passwords.",
            valueName: "code|password"
        )
    )
    package var native: NativeAuthentication.Method?

    @Flag(help: "With --native or --kii: the app is told at once whether an address has an account, and so is anybody.")
    package var revealAccounts = false

    @Option(
        name: .customLong("web-origin"),
        help: ArgumentHelp(
            "With --native: the origin of web pages that may call, or * for any; may be repeated.",
            valueName: "origin"
        )
    )
    package var webOrigins: [String] = []

    package init() {}

    package func validate() throws {
        guard native != nil || webOrigins.isEmpty else { throw ValidationError("--web-origin belongs to --native.") }
    }

    /// Registers the client as such an app; without a redirect URI it never sees a browser.
    func apply(to registration: inout ClientRegistration) {
        guard let native else { return }
        registration.native = NativeAuthentication(
            method: native,
            revealsAccounts: revealAccounts,
            origins: webOrigins
        )
        if registration.redirectURIs.isEmpty { registration.grantTypes = [.refreshToken] }
    }
}

extension NativeAuthentication.Method: ExpressibleByArgument {}
