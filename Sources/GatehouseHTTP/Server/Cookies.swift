import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The cookies of the hosted pages: binding, language, one for each account, and one to recognize the browser.
///
/// The `__Host-` prefix binds them to this host over https; `SameSite=Lax` omits them from cross-site requests other
/// than navigation.
struct BrowserCookies: Sendable {
    private let prefix: String
    private let attributes: String

    init(settings: ServerSettings) {
        prefix = settings.isSecure ? "__Host-gatehouse-" : "gatehouse-"
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (settings.isSecure ? "; Secure" : "")
    }

    /// Returns the secret that binds flows to this browser.
    func binding(in jar: CookieJar) -> Secret? { jar[prefix + "browser"].flatMap(Self.secret) }

    /// Returns the secrets of the browser sessions, by slot.
    func sessions(in jar: CookieJar) -> [Int: Secret] {
        (0..<BrowserSlots.capacity).reduce(into: [:]) { $0[$1] = jar[sessionName($1)].flatMap(Self.secret) }
    }

    /// Returns the secret by which the browser is recognized.
    func device(in jar: CookieJar) -> Secret? { jar[prefix + "device"].flatMap(Self.secret) }

    private func sessionName(_ slot: Int) -> String { prefix + "session" + (slot == 0 ? "" : "-\(slot)") }

    /// Returns the language that the user chose on a page.
    func language(in jar: CookieJar) -> Language? { jar[prefix + "language"].flatMap(Language.init(rawValue:)) }

    func setBinding(_ secret: Secret) -> String { "\(prefix)browser=\(secret.reveal())\(attributes)" }

    /// Returns the cookies of a change.
    ///
    /// A cookie without `Max-Age` ends with the browser (RFC 6265 §5.3).
    func cookies(of change: BrowserChange, at now: Date) -> [String] {
        var cookies = change.slots.map { slot in
            let name = sessionName(slot.number)
            guard let entry = slot.entry else { return "\(name)=\(attributes); Max-Age=0" }
            let cookie = "\(name)=\(entry.secret.reveal())\(attributes)"
            guard !entry.session.endsWithBrowser else { return cookie }
            return cookie + "; Max-Age=\(max(1, Int(entry.session.expiresAt.timeIntervalSince(now))))"
        }
        if let device = change.device {
            let lifetime = Int(BrowserChange.deviceLifetime)
            cookies.append("\(prefix)device=\(device.reveal())\(attributes); Max-Age=\(lifetime)")
        }
        return cookies
    }

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
