public import Foundation

/// An authority that signs users in: a tenant of a server.
///
/// The class is isolated to the main actor because the compiler checks no other open class for `Sendable`; its members
/// may be used on any thread.
@preconcurrency @MainActor
public class MSALAuthority: NSObject {
    /// The URL of the tenant.
    public nonisolated let url: URL

    nonisolated init(checked url: URL) {
        self.url = url
        super.init()
    }

    /// Creates an authority from a URL, always a ``MSALCIAMAuthority`` in this module.
    ///
    /// - Parameter url: The URL of the tenant.
    /// - Returns: A ``MSALCIAMAuthority``.
    /// - Throws: The errors of ``MSALCIAMAuthority/init(url:)``.
    public nonisolated class func authority(with url: URL) throws -> MSALAuthority {
        try MSALCIAMAuthority(url: url)
    }
}

/// A customer tenant of Microsoft Entra External ID or of a Gatehouse server.
///
/// For a Gatehouse server, append the tenant name to the server's URL; it is `default` unless configured otherwise:
///
/// ```swift
/// let authority = try MSALCIAMAuthority(url: URL(string: "https://login.example.com/default")!)
/// ```
public nonisolated final class MSALCIAMAuthority: MSALAuthority {
    private static let domain = "ciamlogin.com"

    /// Creates an authority from a URL with any host.
    ///
    /// - Parameter url: The URL of the tenant: `https`, or `http` on a loopback host for development, which is an
    ///   addition to Microsoft's API. Query and fragment are removed; `https://NAME.ciamlogin.com` stands for its path
    ///   `/NAME.onmicrosoft.com`.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` for any other URL.
    public convenience init(url: URL) throws {
        try self.init(url: url, validateFormat: false)
    }

    /// Creates an authority from a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the tenant, as in ``init(url:)``.
    ///   - validateFormat: Whether only hosts of Microsoft are accepted, such as `NAME.ciamlogin.com`.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` for any other URL.
    public init(url: URL, validateFormat: Bool) throws {
        super.init(checked: try Self.tenant(url, validateFormat))
    }

    /// Validates and normalizes the URL of a tenant.
    private static func tenant(_ url: URL, _ validateFormat: Bool) throws -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { throw NSError(.internal, "The authority must be a URL with a host.") }
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        guard parts.scheme?.lowercased() == "https" || parts.scheme?.lowercased() == "http" && isLocal else {
            throw NSError(.internal, "The authority must use https, except on loopback hosts.")
        }
        let labels = host.split(separator: ".")
        guard labels.count > 1 || isLocal else {
            throw NSError(.internal, "The host of the authority must contain a dot, such as id.example.com.")
        }
        guard !validateFormat || host.hasSuffix("." + domain) else {
            throw NSError(.internal, "It is not CIAM authority: the host is not a subdomain of \(domain).")
        }
        parts.query = nil
        parts.fragment = nil
        if parts.path.isEmpty || parts.path == "/", let name = labels.first, host.hasSuffix("." + domain) {
            parts.path = "/\(name).onmicrosoft.com"
        }
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        guard let tenant = parts.url else { throw NSError(.internal, "The URL of the authority is invalid.") }
        return tenant
    }

    /// Returns the authority of a tenant of Microsoft's.
    static func of(subdomain: String) throws -> MSALCIAMAuthority {
        guard let url = URL(string: "https://\(subdomain).\(domain)") else {
            throw NSError(.internal, "The tenant subdomain is invalid.")
        }
        return try MSALCIAMAuthority(url: url)
    }
}
