/// The URL of a document about an issuer or a resource, derived from its identifier.
package enum WellKnownURL {
    /// Inserts a well-known path between the host of an identifier and its path and query (RFC 8414 §3.1, RFC 9728
    /// §3.1).
    ///
    /// - Parameters:
    ///   - path: The path, such as `/.well-known/oauth-protected-resource`.
    ///   - identifier: The identifier of the issuer or resource.
    /// - Returns: The URL; `nil` if the identifier is not an absolute `https` or `http` URL without a fragment.
    package static func inserting(_ path: String, into identifier: String) -> String? {
        guard let split = split(identifier) else { return nil }
        return split.origin + path + split.pathAndQuery
    }

    /// Returns the path and query of ``inserting(_:into:)``, as a server receives them.
    package static func path(inserting path: String, into identifier: String) -> String? {
        split(identifier).map { path + $0.pathAndQuery }
    }

    /// Splits an identifier at the end of its host; a slash without a path after it is dropped.
    private static func split(_ identifier: String) -> (origin: Substring, pathAndQuery: Substring)? {
        guard let uri = RedirectURI(rawValue: identifier), ["https", "http"].contains(uri.scheme) else { return nil }
        let authority = identifier.dropFirst(uri.scheme.count + "://".count)
        let end = authority.firstIndex { $0 == "/" || $0 == "?" } ?? authority.endIndex
        var rest = identifier[end...]
        if rest == "/" || rest.hasPrefix("/?") { rest = rest.dropFirst() }
        return (identifier[..<end], rest)
    }
}

extension String {
    /// The URL or path without the slash at its end, if there is one.
    package var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
