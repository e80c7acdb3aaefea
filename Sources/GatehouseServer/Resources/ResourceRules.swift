package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The rules for the metadata of resources (RFC 8707 §2, RFC 9068).
package struct ResourceRules: Sendable {
    /// The lifetimes of access tokens in seconds: signing keys are published for as long as the longest.
    package static let lifetimes: ClosedRange<TimeInterval> = 60...(24 * 60 * 60)
    /// The number of scopes of a resource, which the consent page lists.
    private static let maximumScopes = 100
    /// The length of an identifier, which every token and session of the resource contains.
    private static let maximumIdentifierLength = 512

    let issuer: String

    /// Validates a resource beside the others.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - others: The other resources.
    /// - Throws: `invalid_request` with the rule that the resource violates.
    package func check(_ resource: Resource, beside others: [Resource]) throws(OAuthError) {
        try checkIdentifier(resource.id, others)
        guard (1...100).contains(resource.name.count), SingleLineText.admits(resource.name),
            SingleLineText.isVisible(resource.name)
        else {
            throw Self.invalid(
                "The name must have 1 to 100 characters, without line breaks and bidirectional controls."
            )
        }
        try checkScopes(of: resource, others)
        guard Keyring.algorithms.contains(resource.algorithm) else {
            throw Self.invalid(
                "The algorithm must be among: \(Keyring.algorithms.map(\.rawValue).joined(separator: ", "))."
            )
        }
        if let lifetime = resource.tokenLifetime {
            guard Self.lifetimes.contains(lifetime) else {
                throw Self.invalid("The lifetime of access tokens must be between one minute and one day.")
            }
        }
        guard resource.introspects.isEmpty || !resource.introspectors.isEmpty else {
            throw Self.invalid("A resource without introspectors discloses no user data. Name its introspectors.")
        }
    }

    private static func invalid(_ text: String) -> OAuthError { OAuthError(.invalidRequest, text) }

    private func checkIdentifier(_ id: Resource.ID, _ others: [Resource]) throws(OAuthError) {
        let text = id.rawValue
        guard text.utf8.count <= Self.maximumIdentifierLength, let uri = RedirectURI(rawValue: text),
            uri.scheme == "https" || uri.scheme == "urn" || uri.isLoopback
        else {
            throw Self.invalid(
                """
                \(text) is not a resource identifier. Use an https URL without a fragment, such as \
                https://api.example.com, or a URN; http is allowed on loopback addresses.
                """
            )
        }
        // Identifiers that differ in a trailing slash name the same resource.
        let name = text.withoutTrailingSlash
        guard name != issuer.withoutTrailingSlash else {
            throw Self.invalid("\(text) is the issuer, whose tokens need no resource. Choose another identifier.")
        }
        guard !others.contains(where: { $0.id.rawValue.withoutTrailingSlash == name }) else {
            throw Self.invalid("The resource \(text) exists.")
        }
    }

    private func checkScopes(of resource: Resource, _ others: [Resource]) throws(OAuthError) {
        guard resource.scopes.count <= Self.maximumScopes else {
            throw Self.invalid("A resource may have \(Self.maximumScopes) scopes at most.")
        }
        let owners = Dictionary(others.flatMap { other in other.scopes.map { ($0.name, other.id) } }) { $1 }
        var seen: Set<Scope> = []
        for scope in resource.scopes {
            let name = scope.name
            guard ScopeSet(parsing: name.rawValue)?.scopes.count == 1, name.rawValue.utf8.count <= 255 else {
                throw Self.invalid("The scope \(name) contains an invalid character, or is too long.")
            }
            guard seen.insert(name).inserted else { throw Self.invalid("The scope \(name) is repeated.") }
            guard !ScopePolicy.server.contains(name) else {
                throw Self.invalid("The scope \(name) is the server's own. Choose another name.")
            }
            if let owner = owners[name] {
                throw Self.invalid("The scope \(name) belongs to \(owner). Choose another name.")
            }
            try check(scope)
        }
    }

    private func check(_ scope: ResourceScope) throws(OAuthError) {
        for (language, text) in scope.texts {
            guard Language(rawValue: language) != nil else {
                let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
                throw Self.invalid("The language \(language) of the scope \(scope.name) must be among: \(known).")
            }
            guard (1...200).contains(text.count), SingleLineText.admits(text), SingleLineText.isVisible(text) else {
                throw Self.invalid("The text of the scope \(scope.name) must be one line of 1 to 200 characters.")
            }
        }
    }
}
