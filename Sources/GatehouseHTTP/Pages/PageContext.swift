package import GatehouseServer

/// What is true of a page whatever it says: who asks, in which language, and where we are.
package struct PageContext: Sendable {
    /// The language of the page.
    package var language: Language
    /// The app the person came from; `nil` where there is none.
    package var client: ClientBranding?
    /// The host people see in the address bar, such as `login.example.com`.
    package var issuerHost: String
    /// The path of the issuer, such as `/auth`; empty when it has none.
    ///
    /// Assets live under it.
    package var basePath: String
    /// The address that shows this page with GET, to which the language choice adds ``PageInput/language``.
    ///
    /// A page with a form sends the choice with the form; a page with neither offers no choice.
    package var selfAddress: String?
    /// The development mailbox, linked on every page while the server runs with `--dev`.
    package var mailboxAddress: String?

    package init(
        language: Language,
        client: ClientBranding? = nil,
        issuerHost: String,
        basePath: String = "",
        selfAddress: String? = nil,
        mailboxAddress: String? = nil
    ) {
        self.language = language
        self.client = client
        self.issuerHost = issuerHost
        self.basePath = basePath
        self.selfAddress = selfAddress
        self.mailboxAddress = mailboxAddress
    }
}
