import Foundation
package import GatehouseStore
package import GatehouseWire

/// A step of a flow.
///
/// Each case contains the proof that its step requires: only a verified ``CodeChallengeStep`` yields a verified
/// address, only proofs that ``AuthenticationPolicy`` accepts yield an ``AuthenticatedUser``, and only an authenticated
/// user reaches consent or tokens.
package enum FlowStep: Sendable, Equatable, Codable {
    case identify(IdentifyStep)
    case chooseAccount(ChooseAccountStep)
    case password(PasswordStep)
    case code(CodeChallengeStep)
    /// A native app chooses one of the factors that the sign-in lacks.
    case chooseFactor(ChooseFactorStep)
    case additionalFactor(AdditionalFactorStep)
    /// The sign-in requires a second factor, and the user has none.
    case enrolFactor(EnrolFactorStep)
    /// The user has enrolled a second factor, and keeps the recovery codes.
    case recoveryCodes(RecoveryCodesStep)
    /// The user has signed in without a passkey, and may create one.
    case offerPasskey(OfferPasskeyStep)
    /// The user has proven their identity, and may keep the account whose deletion they requested.
    case keepAccount(KeepAccountStep)
    case newPassword(NewPasswordStep)
    case attributes(AttributesStep)
    case consent(ConsentStep)
    /// A native app has named an address.
    case challenge(ChallengeSelectionStep)
    case choosePassword(SetPasswordStep)
    /// The new password is set; the app has not polled for it yet.
    case changed(AuthenticatedStep)
    case granted(AuthenticatedStep)
    /// The flow has completed.
    case finished

    var isFinished: Bool { self == .finished }

    /// Returns whether a form of one step is valid for the other.
    func isSameKind(as other: FlowStep) -> Bool {
        switch (self, other) {
        case (.identify(let one), .identify(let two)): one.mode == two.mode
        case (.chooseAccount, .chooseAccount), (.newPassword, .newPassword), (.consent, .consent),
            (.keepAccount, .keepAccount), (.challenge, .challenge), (.choosePassword, .choosePassword),
            (.changed, .changed), (.granted, .granted), (.chooseFactor, .chooseFactor),
            (.recoveryCodes, .recoveryCodes), (.offerPasskey, .offerPasskey), (.finished, .finished):
            true
        case (.password(let one), .password(let two)): one.email == two.email
        case (.code(let one), .code(let two)): one.address == two.address && one.use == two.use
        case (.additionalFactor(let one), .additionalFactor(let two)): one.factor == two.factor
        case (.enrolFactor(let one), .enrolFactor(let two)): one.enrolment?.factor == two.enrolment?.factor
        case (.attributes(let one), .attributes(let two)): one.page == two.page
        default: false
        }
    }
}

extension FlowStep {
    /// The sign-in that lacks a factor, while the user chooses and proves it or enrols one.
    var incompleteSignIn: PartialSignIn? {
        switch self {
        case .chooseFactor(let step): step.signIn
        case .additionalFactor(let step): step.signIn
        case .enrolFactor(let step): step.signIn
        default: nil
        }
    }

    /// The address entered so far.
    package var email: String? {
        switch self {
        case .identify(let step): step.email
        case .chooseAccount(let step): step.emailHint
        case .password(let step): step.email
        case .code(let step): step.email
        case .newPassword(let step): step.proven.email
        case .challenge(let step): step.email
        case .choosePassword(let step): step.proven.email
        case .chooseFactor, .additionalFactor, .enrolFactor, .recoveryCodes, .offerPasskey, .keepAccount, .attributes,
            .consent, .changed, .granted, .finished:
            nil
        }
    }
}

/// The first page: sign-in, sign-up or recovery.
package struct IdentifyStep: Sendable, Equatable, Codable {
    /// The form of the page.
    package enum Mode: String, Sendable, Codable {
        case signIn, signUp, reset
    }

    package let mode: Mode
    /// The initial value of the address field: a `login_hint`, or the input of the previous page.
    package let email: String?

    package init(mode: Mode, email: String?) {
        self.mode = mode
        self.email = email
    }
}

extension CodeChallengeStep {
    /// The form that leads to this code.
    package var mode: IdentifyStep.Mode {
        switch use {
        case .signIn, .verify, .secure, .undo, .keepFactors: .signIn
        case .signUp: .signUp
        case .reset: .reset
        }
    }
}

/// The choice between the accounts of the browser and another one.
///
/// The accounts are those that are signed in when the page is shown.
package struct ChooseAccountStep: Sendable, Equatable, Codable {
    /// The initial value of the address field for another account.
    package let emailHint: String?

    package init(emailHint: String?) {
        self.emailHint = emailHint
    }
}

/// A password form, shown whether or not the identifier has an account.
package struct PasswordStep: Sendable, Equatable, Codable {
    /// The normalized email address, or in a native flow any identifier.
    package let email: String
}

/// A native app has named an address but not requested a challenge; nothing was sent.
package struct ChallengeSelectionStep: Sendable, Equatable, Codable {
    /// The normalized email address, or for a sign-in any identifier.
    package let email: String
    /// The input of a sign-up.
    package let pendingRegistration: PendingRegistration?
    /// The part of the email's quota that is already counted.
    let counted: MailQuotaUse
}

/// The user has verified their address and sets a new password.
package struct NewPasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeChallengeStep.VerifiedAddress
    package let accountID: Account.ID
    /// The revision of the account's credentials when the address was proven; a later revision invalidates the proof.
    package let credentialsRevision: Int
}

/// A new user has verified their address and sets a password.
package struct SetPasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeChallengeStep.VerifiedAddress
    /// The validated attributes of the new account.
    package let attributes: [String: JSONValue]
}

/// A page of attributes that the client requests.
package struct AttributesStep: Sendable, Equatable, Codable {
    /// The account that the attributes belong to.
    package enum Subject: Sendable, Equatable, Codable {
        /// An account that is created after the last page.
        case new(CodeChallengeStep.VerifiedAddress, passwordHash: String?)
        /// An account that lacks attributes required by this client.
        case existing(AuthenticatedUser)
    }

    package let subject: Subject
    package let page: Int
    /// The validated attributes of the previous pages.
    package let values: [String: JSONValue]

    /// Returns the values of all pages so far, with the input of the current one, and the step of the next page if
    /// there is one.
    func submitting(
        _ typed: [String: String],
        to form: AttributeForm
    ) throws(FlowError) -> (values: [String: JSONValue], next: AttributesStep?) {
        let values = values.merging(try FlowError.wrappingAttributes(try form.check(typed, page: page))) { _, new in new
        }
        return (values, form.page(after: page).map { AttributesStep(subject: subject, page: $0, values: values) })
    }

    /// Returns the required attributes of the current page that are missing.
    package func missing(of attributes: [ClientAttribute]) -> [ClientAttribute] {
        attributes.filter { $0.page == page && $0.isRequired && values[$0.name] == nil }
    }
}

/// The consent page.
package struct ConsentStep: Sendable, Equatable, Codable {
    package let user: AuthenticatedUser
    /// The scopes that the user declined the last time.
    package let declined: ScopeSet
}

/// The user is authenticated, and the app may redeem the flow for tokens.
package struct AuthenticatedStep: Sendable, Equatable, Codable {
    package let user: AuthenticatedUser
    /// The revision of the account's credentials at the proof; a later revision invalidates it.
    package let credentialsRevision: Int
}
