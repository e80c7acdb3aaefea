import Foundation
import Gatehouse

/// A description of the current step of a sign-in, sign-up or password reset, without the SDK's value for it.
enum SignInStepDescription: Sendable, Hashable {
    /// The user enters the address to sign in with.
    case signIn
    /// The user enters the address of the new account.
    case signUp
    /// The user enters the address of the account whose password is forgotten.
    case reset
    /// The user enters the code that was sent.
    case code(CodePrompt)
    case password
    case newPassword
    case attributes([AttributePrompt])
    /// The user chooses one of several second factors.
    case factorChoice([FactorPrompt])
    /// The user proves a second factor.
    case factor(FactorPrompt, CodePrompt?, hasOthers: Bool)
    /// The user chooses the second factor to enrol.
    case enrolmentChoice([FactorPrompt])
    /// The user enters the address or number of the factor that is enrolled.
    case contact(FactorPrompt)
    /// The user proves the factor that is enrolled.
    case enrolment(FactorPrompt, CodePrompt?, AuthenticatorAppSetup?)
    case recoveryCodes([Secret])
    /// The sign-up is complete, but not the sign-in after it.
    case accountCreated
    /// The password reset is complete, but not the sign-in after it.
    case passwordChanged
    case signedIn
}

/// The code that a step waits for.
struct CodePrompt: Sendable, Hashable {
    /// The destination, masked by the server.
    var destination: String
    var channel: CodeDelivery.Channel
    /// The number of digits.
    var length: Int
}

/// A second factor to choose or to enrol.
struct FactorPrompt: Sendable, Hashable, Identifiable {
    let id: String
    let kind: SecondFactorKind
    /// The masked address or the name of the factor; for an enrolment, the contact that the server proposes.
    var hint: String?

    /// Whether codes of the factor are sent to a contact.
    var needsContact: Bool { kind == .mailCode || kind == .smsCode }
}

/// An attribute that a sign-up requests.
struct AttributePrompt: Sendable, Hashable {
    let name: String
    var label: String?
    var kind = RequiredAttribute.Kind.string
    var isRequired = true
    var choices: [String] = []
}

extension CodePrompt {
    init(_ delivery: CodeDelivery) {
        self.init(destination: delivery.sentTo, channel: delivery.channel, length: delivery.codeLength)
    }
}

extension FactorPrompt {
    init(_ factor: SecondFactor) {
        self.init(id: factor.id, kind: factor.kind, hint: factor.hint)
    }

    init(_ factor: EnrollableFactor) {
        self.init(id: factor.id, kind: factor.kind, hint: factor.hint)
    }
}

extension AttributePrompt {
    init(_ attribute: RequiredAttribute) {
        self.init(
            name: attribute.name,
            label: attribute.label,
            kind: attribute.kind,
            isRequired: attribute.isRequired,
            choices: attribute.choices
        )
    }
}
