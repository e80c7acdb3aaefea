package import GatehouseStore
package import GatehouseWire

/// One request about users: which app makes it, who, and about whom.
package struct KiiCall: Sendable {
    package let client: Client
    package let caller: KiiCaller
    /// Whom the path names; of a registration, nobody yet.
    package let selector: KiiSelector
    /// `Accept-Language`, which few of these apps send.
    package let acceptLanguage: String?
    package let context: RequestContext

    package init(
        client: Client,
        caller: KiiCaller,
        selector: KiiSelector,
        acceptLanguage: String?,
        context: RequestContext
    ) {
        self.client = client
        self.caller = caller
        self.selector = selector
        self.acceptLanguage = acceptLanguage
        self.context = context
    }

    var app: String { client.id.rawValue }

    /// The call as the accounts know it, in the person's language where it is known.
    func about(locale: String?) -> AccountCall {
        let language = Language.negotiate(uiLocales: locale.map { [$0] } ?? [], acceptLanguage: acceptLanguage)
        return AccountCall(client: client, language: language, authority: caller.authority, context: context)
    }

    /// The same about somebody who has an account.
    func about(_ account: Account?) -> AccountCall {
        about(locale: account?.attributes[ClaimName.locale.rawValue]?.string ?? callerLocale)
    }

    private var callerLocale: String? { caller.person?.attributes[ClaimName.locale.rawValue]?.string }

    /// Whoever calls may not do this.
    func forbidden(_ message: String) -> KiiError {
        .unauthorized(message, app: app, principal: caller.person?.id.rawValue)
    }
}
