import GatehouseServer
import GatehouseWire

/// The three cookies of the hosted pages.
///
/// The `__Host-` prefix binds them to this host over https; `SameSite=Lax` omits them from cross-site requests other
/// than navigation.
struct BrowserCookies: Sendable {
    private let prefix: String
    private let attributes: String
    private let sessionLifetime: Int

    init(settings: ServerSettings) {
        prefix = settings.isSecure ? "__Host-gatehouse-" : "gatehouse-"
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (settings.isSecure ? "; Secure" : "")
        sessionLifetime = Int(settings.lifetimes.browserSession)
    }

    /// Returns the secret that binds flows to this browser.
    func binding(in jar: CookieJar) -> Secret? { jar[prefix + "browser"].flatMap(Self.secret) }

    /// Returns the secret of the browser session.
    func session(in jar: CookieJar) -> Secret? { jar[prefix + "session"].flatMap(Self.secret) }

    /// Returns the language that the user chose on a page.
    func language(in jar: CookieJar) -> Language? { jar[prefix + "language"].flatMap(Language.init(rawValue:)) }

    func setBinding(_ secret: Secret) -> String { "\(prefix)browser=\(secret.reveal())\(attributes)" }

    func setSession(_ secret: Secret) -> String {
        "\(prefix)session=\(secret.reveal())\(attributes); Max-Age=\(sessionLifetime)"
    }

    var endSession: String { "\(prefix)session=\(attributes); Max-Age=0" }

    func setLanguage(_ language: Language) -> String {
        "\(prefix)language=\(language.rawValue)\(attributes); Max-Age=31536000"
    }

    /// Accepts only secrets in this server's format: 43 characters of base64url.
    private static func secret(_ value: String) -> Secret? {
        Base64URL.decode(value)?.count == 32 ? Secret(value) : nil
    }
}

/// The cookies of a request (RFC 6265 §5.4).
struct CookieJar: Sendable {
    private var values: [String: String] = [:]

    /// Creates the jar; of two cookies with the same name the first counts, because its path is more specific.
    init(fields: [String]) {
        for pair in fields.joined(separator: ";").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = String(parts[0].drop { $0 == " " })
            if values[name] == nil { values[name] = String(parts[1]) }
        }
    }

    subscript(name: String) -> String? { values[name] }
}
