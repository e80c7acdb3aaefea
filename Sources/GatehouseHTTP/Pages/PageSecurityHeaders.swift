import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The header fields of hosted pages, which allow only what the page needs (Content Security Policy).
struct PageSecurityHeaders: Sendable {
    /// Returns the fields for a page.
    ///
    /// - Parameters:
    ///   - formTarget: The redirect URI that a form on the page may lead to: `form-action` also applies to redirects.
    ///   - logo: The client's logo, the only resource loaded from another site. It must use https, and gets no
    ///     referrer.
    /// - Returns: The fields, with media type and content security policy.
    func fields(formTarget: RedirectURI? = nil, logo: RedirectURI? = nil) -> HTTPFields {
        [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy: contentSecurityPolicy(formTarget, logo),
            .xFrameOptions: "DENY",
            .referrerPolicy: "same-origin",
            // Passkeys in pages of this server only, not in frames of others (WebAuthn Level 3 §5.9).
            .permissionsPolicy: "publickey-credentials-create=(self), publickey-credentials-get=(self)",
        ]
    }

    private func contentSecurityPolicy(_ target: RedirectURI?, _ logo: RedirectURI?) -> String {
        let image = logo.flatMap { $0.scheme == "https" ? " " + source($0) : nil } ?? ""
        let target = target.map { " " + source($0) } ?? ""
        return "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'\(image); "
            + "form-action 'self'\(target); frame-ancestors 'none'; base-uri 'none'"
    }

    /// Returns the narrowest CSP source for a URI: the scheme for IPv6 addresses, which CSP cannot express (CSP 3
    /// §2.3.1).
    private func source(_ uri: RedirectURI) -> String {
        guard let origin = uri.origin, uri.host?.hasPrefix("[") == false else { return uri.scheme + ":" }
        return origin
    }
}
