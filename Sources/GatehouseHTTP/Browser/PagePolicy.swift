import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The header fields of every hosted page: nothing runs, loads, frames or posts but what the page needs.
struct PagePolicy: Sendable {
    /// The fields for one page.
    ///
    /// `formTarget` is where, besides this server, a form of the page may lead. Browsers apply `form-action` to the redirect
    /// that answers a form too, so the client's redirect URI has to be named. `logo` is the client's picture, the only thing that is
    /// loaded from anywhere else: from its own site, over https, and the page does not tell where it is shown.
    func fields(formTarget: RedirectURI? = nil, logo: RedirectURI? = nil) -> HTTPFields {
        [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy: contentSecurityPolicy(formTarget, logo),
            .xFrameOptions: "DENY",
            .referrerPolicy: "same-origin",
        ]
    }

    private func contentSecurityPolicy(_ target: RedirectURI?, _ logo: RedirectURI?) -> String {
        let image = logo.flatMap { $0.scheme == "https" ? " " + source($0) : nil } ?? ""
        let target = target.map { " " + source($0) } ?? ""
        return "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'\(image); "
            + "form-action 'self'\(target); frame-ancestors 'none'; base-uri 'none'"
    }

    /// The narrowest source that browsers understand: they know no IPv6 addresses (CSP 3 §2.3.1), so there it is the scheme.
    private func source(_ uri: RedirectURI) -> String {
        guard let origin = uri.origin, uri.host?.hasPrefix("[") == false else { return uri.scheme + ":" }
        return origin
    }
}
