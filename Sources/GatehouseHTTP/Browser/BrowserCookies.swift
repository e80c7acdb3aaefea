import GatehouseServer
import GatehouseWire

/// The three cookies of the hosted pages.
///
/// Under https they carry the `__Host-` prefix: then a browser takes them from this very host only, over https only, for every path.
/// `SameSite=Lax` keeps them out of requests that other sites make, except for opening a page.
struct BrowserCookies: Sendable {
    private let prefix: String
    private let attributes: String
    private let sessionLifetime: Int

    init(settings: ServerSettings) {
        prefix = settings.isSecure ? "__Host-gatehouse-" : "gatehouse-"
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (settings.isSecure ? "; Secure" : "")
        sessionLifetime = Int(settings.lifetimes.browserSession)
    }

    /// Ties transactions to this browser.
    func binding(in jar: CookieJar) -> Secret? { jar[prefix + "browser"].flatMap(Self.secret) }

    /// The secret of the browser's sign-in.
    func session(in jar: CookieJar) -> Secret? { jar[prefix + "session"].flatMap(Self.secret) }

    /// The language that the person chose on a page.
    func language(in jar: CookieJar) -> Language? { jar[prefix + "language"].flatMap(Language.init(rawValue:)) }

    func setBinding(_ secret: Secret) -> String { "\(prefix)browser=\(secret.reveal())\(attributes)" }

    func setSession(_ secret: Secret) -> String {
        "\(prefix)session=\(secret.reveal())\(attributes); Max-Age=\(sessionLifetime)"
    }

    var endSession: String { "\(prefix)session=\(attributes); Max-Age=0" }

    func setLanguage(_ language: Language) -> String {
        "\(prefix)language=\(language.rawValue)\(attributes); Max-Age=31536000"
    }

    /// Only what this server hands out: 43 characters of base64url.
    private static func secret(_ value: String) -> Secret? {
        Base64URL.decode(value)?.count == 32 ? Secret(value) : nil
    }
}
