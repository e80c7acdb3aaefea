package import Foundation
package import GatehouseStore
package import GatehouseWebAuthn

/// The operator's settings of passkeys and second factors.
package struct FactorSettings: Sendable, Equatable {
    /// The demand for a second factor, which a client may replace.
    package var secondFactor: SecondFactorDemand
    /// Whether a code by mail can be the second factor after a password, of users who have enrolled none.
    package var acceptsMailCodes: Bool
    /// Whether a code by SMS can be the second factor, of users who have enrolled none.
    package var acceptsSMSCodes: Bool
    /// The domain that passkeys are bound to: the issuer's host or a domain above it; `nil` for the host.
    package var passkeyDomain: String?
    /// Further origins that may use the passkeys (WebAuthn Level 3 §5.11).
    package var relatedOrigins: [String]
    /// Whether a passkey as a second factor must verify its user; as the only factor it always must.
    package var requiresUserVerification: Bool
    /// The names of new passkeys by the model of their authenticator, unless the user chooses one.
    private(set) var authenticatorNames = AuthenticatorNames.bundled

    package init(
        secondFactor: SecondFactorDemand = .whenEnrolled,
        acceptsMailCodes: Bool = false,
        acceptsSMSCodes: Bool = false,
        passkeyDomain: String? = nil,
        relatedOrigins: [String] = [],
        requiresUserVerification: Bool = false
    ) {
        self.secondFactor = secondFactor
        self.acceptsMailCodes = acceptsMailCodes
        self.acceptsSMSCodes = acceptsSMSCodes
        self.passkeyDomain = passkeyDomain
        self.relatedOrigins = relatedOrigins
        self.requiresUserVerification = requiresUserVerification
    }

    /// Adds names of authenticator models, which replace built-in ones.
    ///
    /// - Parameter json: An object of AAGUIDs, each with an object that has a `name`.
    /// - Throws: The first entry that is malformed.
    package mutating func addAuthenticatorNames(json: Data) throws(MalformedAuthenticatorNames) {
        authenticatorNames = authenticatorNames.merging(try AuthenticatorNames(json: json))
    }

    /// Returns the name of an authenticator model; `nil` if it is unknown.
    package func authenticatorName(of aaguid: UUID) -> String? { authenticatorNames[aaguid] }
}
