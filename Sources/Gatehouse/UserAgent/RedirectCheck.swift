import Foundation
import GatehouseJOSE
import GatehouseWire

/// Tells the redirect that ends one visit from every other URL.
struct RedirectCheck: Sendable {
    /// Where the server sends the browser.
    let redirectURI: URL
    /// What comes back with it.
    let state: String

    /// Whether a URL goes to the redirect URI and carries the state.
    func matches(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == redirectURI.scheme?.lowercased(),
            url.host?.lowercased() == redirectURI.host?.lowercased(),
            url.port == redirectURI.port,
            url.path == redirectURI.path
        else { return false }
        return [url.query, url.fragment].contains { part in
            guard let part, let received = (try? Parameters(formEncoded: part))?[.state] else { return false }
            return ConstantTime.equal(received, state)
        }
    }
}
