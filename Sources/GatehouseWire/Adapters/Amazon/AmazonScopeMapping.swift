import Foundation

/// A mapping between Amazon's scopes and the server's.
///
/// Amazon's `profile` contains name and email address, so it is the server's `profile` and `email`. All other scopes
/// have the same name.
package enum AmazonScopeMapping {
    /// Returns the server's scopes for requested ones.
    package static func own(for requested: ScopeSet) -> ScopeSet {
        ScopeSet(requested.scopes.flatMap { $0 == .profile ? [.profile, .email] : [$0] })
    }

    /// Checks that the client is registered for the scopes, without `offline_access`: it is never requested in Login
    /// with Amazon but granted by the registration.
    ///
    /// - Throws: ``AmazonError/unknownScope``.
    package static func check(_ own: ScopeSet, registered: ScopeSet) throws(OAuthError) {
        guard own.isSubset(of: registered.subtracting([.offlineAccess])) else { throw AmazonError.unknownScope }
    }

    /// Returns Amazon's scopes for granted ones.
    package static func amazonScopes(_ granted: ScopeSet) -> ScopeSet {
        var amazonScopes = granted
        amazonScopes.remove(.offlineAccess)
        if amazonScopes.contains(.profile) { amazonScopes.remove(.email) }
        return amazonScopes
    }

    /// Returns the claims of a profile for granted scopes.
    package static func claims(for granted: ScopeSet) -> Set<AmazonProfileResponse.CodingKeys> {
        var claims: Set<AmazonProfileResponse.CodingKeys> = [.userID]
        if granted.contains(.profile) { claims.insert(.name) }
        if granted.contains(.email) { claims.insert(.email) }
        if granted.contains(.postalCode) || granted.contains(.address) { claims.insert(.postalCode) }
        return claims
    }

    /// The server's scopes that every Login with Amazon app may request.
    package static let all: ScopeSet = [.profile, .email, .amazonUserID, .postalCode, .offlineAccess]
}

/// The parameter `scope_data`: a JSON object with data for each requested scope.
package struct AmazonScopeData: Sendable, Hashable {
    /// The data by scope, as sent.
    package var values: [Scope: JSONValue]

    package init(_ values: [Scope: JSONValue]) {
        self.values = values
    }

    /// Parses the parameter.
    ///
    /// - Throws: `WireError` if it is not an object of objects.
    package init(parsing text: String) throws(WireError) {
        let members = try JSONCoding.decode([String: JSONValue].self, from: Data(text.utf8))
        guard members.values.allSatisfy({ $0.object != nil }) else {
            throw WireError("The data of a scope is not a JSON object.")
        }
        values = Dictionary(uniqueKeysWithValues: members.map { (Scope(rawValue: $0.key), $0.value) })
    }

    /// The scopes that the user may decline: those marked as not essential.
    package var optionalScopes: ScopeSet {
        ScopeSet(
            values.filter { $0.value[Self.essential]?.bool == false }.map(\.key).sorted { $0.rawValue < $1.rawValue }
        )
    }

    /// The encoded parameter.
    package var encoded: String {
        let members = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        return String(decoding: JSONCoding.encode(members), as: UTF8.self)
    }

    private static let essential = "essential"
}

extension Scope {
    /// The postal code of the user's address (Login with Amazon).
    public static let postalCode = Self(rawValue: "postal_code")

    /// The user's identifier, which requires no consent (Login with Amazon).
    public static let amazonUserID = Self(rawValue: "profile:user_id")
}
