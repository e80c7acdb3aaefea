import Foundation
package import GatehouseWire

/// The authentication that a client requests.
package struct AuthenticationRequirement: Sendable, Equatable, Codable {
    /// The maximum age of the last proof, in seconds.
    package var maxAge: Int?
    /// Whether `prompt=login` requires a proof regardless of earlier ones.
    package var requiresNewProof = false
    /// The classes of which the authentication must reach one (an essential `acr` claim); `nil` if it may be of any.
    package var requiredClasses: [ACR]?
    /// The classes that the client prefers, in its order (`acr_values`, or an `acr` claim that is not essential).
    package var preferredClasses: [ACR] = []

    /// Whether the client requests a class.
    package var requestsClass: Bool { requiredClasses != nil || !preferredClasses.isEmpty }

    /// Creates a requirement that every authentication meets.
    package init() {}

    /// Creates the requirement of an authorization request (OpenID Connect Core §3.1.2.1, §5.5.1.1).
    package init(_ request: AuthorizationRequest) {
        self.init(claims: request.claims, acrValues: request.acrValues)
        maxAge = request.maxAge
        requiresNewProof = request.prompt.contains(.login)
    }

    /// Creates the requirement of a `claims` parameter (OpenID Connect Core §5.5.1.1).
    init(claims: ClaimsRequest?, acrValues: [ACR] = []) {
        preferredClasses = Self.known(acrValues)
        guard let entry = claims?.idToken[.acr] else { return }
        let values = (entry.values ?? []) + [entry.value].compactMap(\.self)
        let classes = values.compactMap { $0.string.map(ACR.init) }
        if entry.essential != true {
            preferredClasses = Self.known(acrValues + classes)
        } else if !values.isEmpty {
            requiredClasses = Self.known(classes)
        }
    }

    /// Returns the classes of this server, each once; no authentication reaches another class, so none is stored.
    private static func known(_ classes: [ACR]) -> [ACR] {
        classes.reduce(into: []) { known, acr in
            if ACR.ownClasses.contains(acr), !known.contains(acr) { known.append(acr) }
        }
    }
}
