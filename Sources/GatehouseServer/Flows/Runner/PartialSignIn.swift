package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A sign-in whose proofs do not suffice yet.
package struct PartialSignIn: Sendable, Equatable, Codable {
    package let accountID: Account.ID
    /// The revision of the account's credentials at the proofs so far; a later revision invalidates them.
    package let credentialsRevision: Int
    package let authentication: Authentication
    /// The browser session that the authentication comes from; `nil` if it was proven in this flow.
    package let browserSessionID: BrowserSession.ID?

    init(_ account: Account, after authentication: Authentication, from session: BrowserSession.ID? = nil) {
        accountID = account.id
        credentialsRevision = account.credentialsRevision
        self.authentication = authentication
        browserSessionID = session
    }
}

/// The choice of another factor, because those proven so far do not suffice.
package struct ChooseFactorStep: Sendable, Equatable, Codable {
    package let signIn: PartialSignIn
    /// The factors that suffice, most preferred first.
    package let factors: [FactorName]
}

/// The challenge of another factor.
package struct AdditionalFactorStep: Sendable, Equatable, Codable {
    /// The choice that the user can return to.
    package let choice: ChooseFactorStep
    /// The factor to prove.
    package let factor: FactorName
    /// The factor's own state.
    package internal(set) var challenge: JSONValue
    /// The last codes of other factors that the user chose before; `nil` if none was sent.
    var otherCodes: [CodeChallengeStep]?

    package var signIn: PartialSignIn { choice.signIn }
}

/// The enrolment of a second factor, which the sign-in requires.
package struct EnrolFactorStep: Sendable, Equatable, Codable {
    /// An enrolment in progress.
    package struct Enrolment: Sendable, Equatable, Codable {
        package let factor: FactorName
        /// The factor's own state, in which secrets are sealed.
        package let state: JSONValue
    }

    package let signIn: PartialSignIn
    /// The factors to choose from, most preferred first.
    package let factors: [FactorName]
    /// The chosen factor; `nil` until the user has chosen.
    package internal(set) var enrolment: Enrolment?
}

/// The recovery codes of a user who has enrolled a second factor, shown once.
package struct RecoveryCodesStep: Sendable, Equatable, Codable {
    package let signIn: PartialSignIn
    /// The codes, sealed.
    package let codes: String
}

/// The offer to create a passkey after a sign-in without one.
package struct OfferPasskeyStep: Sendable, Equatable, Codable {
    package let user: AuthenticatedUser
    /// The state of the enrolment.
    package let enrolment: JSONValue
}

/// The choice to keep an account whose deletion was requested.
package struct KeepAccountStep: Sendable, Equatable, Codable {
    package let signIn: PartialSignIn
    /// The time from which the account is erased.
    package let dueAt: Date
}
