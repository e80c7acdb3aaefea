/// The one place that knows how Amazon's scopes and the server's own stand to each other.
///
/// Amazon's `profile` is name and address, so it is the server's `profile` and `email`. All others are scopes of the server too, by the same name.
package enum AmazonScopes {
    /// The server's scopes for those that an app asks for.
    package static func own(for asked: ScopeSet) -> ScopeSet {
        ScopeSet(asked.scopes.flatMap { $0 == .profile ? [.profile, .email] : [$0] })
    }

    /// Refuses what a client is not registered for, and `offline_access`, which nobody asks for in Login with Amazon: it comes with the client.
    ///
    /// - Throws: ``AmazonError/unknownScope``.
    package static func check(_ own: ScopeSet, registered: ScopeSet) throws(OAuthError) {
        guard own.isSubset(of: registered.subtracting([.offlineAccess])) else { throw AmazonError.unknownScope }
    }

    /// What an app is told of the scopes that it was granted.
    package static func shown(_ granted: ScopeSet) -> ScopeSet {
        var shown = granted
        shown.remove(.offlineAccess)
        if shown.contains(.profile) { shown.remove(.email) }
        return shown
    }

    /// The claims that a profile shows for the server's scopes.
    package static func claims(for granted: ScopeSet) -> Set<AmazonProfileResponse.CodingKeys> {
        var claims: Set<AmazonProfileResponse.CodingKeys> = [.userID]
        if granted.contains(.profile) { claims.insert(.name) }
        if granted.contains(.email) { claims.insert(.email) }
        if granted.contains(.postalCode) || granted.contains(.address) { claims.insert(.postalCode) }
        return claims
    }

    /// What every app of Login with Amazon may ask for, in the server's scopes.
    package static let all: ScopeSet = [.profile, .email, .amazonUserID, .postalCode, .offlineAccess]
}
