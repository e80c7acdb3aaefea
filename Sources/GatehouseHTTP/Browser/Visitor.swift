import GatehouseServer

/// A browser on a hosted page: who it is and which language it reads.
struct Visitor: Sendable {
    let browser: BrowserContext
    /// Set when the browser has to be given its binding cookie first.
    let newCookie: String?
    /// The language chosen on a page, in this request or before.
    let chosenLanguage: Language?
    let acceptLanguage: String?

    /// Whether the browser has sent the binding cookie.
    var hasCookie: Bool { newCookie == nil }

    /// The language to speak: the chosen one, else the transaction's, else what the browser prefers.
    func language(_ transaction: Language? = nil) -> Language {
        chosenLanguage ?? transaction ?? Language.negotiate(uiLocales: [], acceptLanguage: acceptLanguage)
    }
}
