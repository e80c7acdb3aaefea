import Gatehouse

/// A description of a screen in the language of the user: texts, fields and buttons.
struct Screen<Action: Sendable & Hashable>: Sendable, Hashable {
    var title: String
    var intro: String?
    /// The address or name that the screen is about, such as that of the account whose password is entered.
    var subject: String?
    var message: ScreenMessage?
    var fields: [ScreenField] = []
    /// The secret of an authenticator app, to show once.
    var authenticatorApp: AuthenticatorAppSetup?
    /// The recovery codes, to show once.
    var recoveryCodes: [Secret] = []
    /// The buttons in their order; at most one is the primary one, which the return key activates.
    var buttons: [ScreenButton<Action>] = []
    var isBusy = false

    /// The button that the return key activates.
    var primaryButton: ScreenButton<Action>? { buttons.first { $0.role == .primary } }

    /// Whether a swipe may close the screen; recovery codes are shown once and would be lost.
    var isDismissible: Bool { !isBusy && recoveryCodes.isEmpty }

    /// The first field with a mistake in its value.
    var firstFaultyField: ScreenField? { fields.first { $0.problem != nil } }

    /// The text that VoiceOver reads when it changes: the message and the mistake in the first faulty field.
    var announcement: String? {
        let fault = firstFaultyField.flatMap { field in field.problem.map { "\(field.label): \($0)" } }
        let texts = [message?.text, fault].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}

/// A message above the fields of a screen.
enum ScreenMessage: Sendable, Hashable {
    case error(String)
    case information(String)

    var text: String {
        switch self {
        case .error(let text), .information(let text): text
        }
    }
}

/// A field of a screen.
struct ScreenField: Sendable, Hashable, Identifiable {
    /// The kind of input, which determines keyboard and autofill.
    enum Kind: Sendable, Hashable {
        case email
        case emailOrPhone
        case phone
        /// A one-time code with its number of digits, if that is known.
        case code(length: Int?)
        /// One of the recovery codes, which contain letters.
        case recoveryCode
        case password
        case newPassword
        case text(Content)
        case number
        case boolean
        /// One of these values.
        case choice([String])
    }

    /// The meaning of a text, for autofill.
    enum Content: Sendable, Hashable {
        case other, name, givenName, familyName, nickname, city, region, postalCode, country, streetAddress, jobTitle
    }

    let id: String
    var label: String
    var kind: Kind
    var isRequired = true
    /// The explanation below the field.
    var hint: String?
    /// The mistake in the value.
    var problem: String?
}

/// A button of a screen.
struct ScreenButton<Action: Sendable & Hashable>: Sendable, Hashable, Identifiable {
    enum Role: Sendable, Hashable {
        case primary, secondary, destructive, cancel
    }

    let action: Action
    var title: String
    var role = Role.secondary

    var id: Action { action }
}
