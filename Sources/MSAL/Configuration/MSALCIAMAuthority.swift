public import Foundation

/// A tenant that signs customers in: one of Microsoft Entra External ID, or of a Gatehouse server.
///
/// For a Gatehouse server it is the server's URL with the name of a tenant behind, `default` unless the operator has others:
///
/// ```swift
/// let authority = try MSALCIAMAuthority(url: URL(string: "https://login.example.com/default")!)
/// ```
public nonisolated final class MSALCIAMAuthority: MSALAuthority {
    private static let domain = "ciamlogin.com"

    /// An authority by its URL, on any host.
    ///
    /// - Parameter url: The tenant's URL: `https`, or `http` on this machine for development, which is an addition to
    ///   Microsoft's API. A query and a fragment are dropped; `https://NAME.ciamlogin.com` means `/NAME.onmicrosoft.com` there.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` for any other URL.
    public convenience init(url: URL) throws {
        try self.init(url: url, validateFormat: false)
    }

    /// An authority by its URL.
    ///
    /// - Parameters:
    ///   - url: The tenant's URL, as in ``init(url:)``.
    ///   - validateFormat: Whether nothing but a host of Microsoft's will do, such as `NAME.ciamlogin.com`.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` for any other URL.
    public init(url: URL, validateFormat: Bool) throws {
        super.init(checked: try Self.tenant(url, validateFormat))
    }

    /// The URL of a tenant, as far as it is one.
    private static func tenant(_ url: URL, _ validateFormat: Bool) throws -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { throw NSError(.internal, "An authority is a URL with a host.") }
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        guard parts.scheme?.lowercased() == "https" || parts.scheme?.lowercased() == "http" && isLocal else {
            throw NSError(.internal, "An authority begins with https.")
        }
        let labels = host.split(separator: ".")
        guard labels.count > 1 || isLocal else {
            throw NSError(.internal, "The host of an authority has a dot, such as in id.example.com.")
        }
        guard !validateFormat || host.hasSuffix("." + domain) else {
            throw NSError(.internal, "It is not CIAM authority: the host is none of \(domain).")
        }
        parts.query = nil
        parts.fragment = nil
        if parts.path.isEmpty || parts.path == "/", let name = labels.first, host.hasSuffix("." + domain) {
            parts.path = "/\(name).onmicrosoft.com"
        }
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        guard let tenant = parts.url else { throw NSError(.internal, "The URL of the authority is none.") }
        return tenant
    }

    /// The authority of a tenant of Microsoft's.
    static func of(subdomain: String) throws -> MSALCIAMAuthority {
        guard let url = URL(string: "https://\(subdomain).\(domain)") else {
            throw NSError(.internal, "The subdomain of the tenant is none.")
        }
        return try MSALCIAMAuthority(url: url)
    }
}
