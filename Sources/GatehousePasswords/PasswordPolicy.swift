/// The rules for new passwords: minimum and maximum length, and resistance to guessing.
///
/// There are no composition rules (NIST SP 800-63B). Length is counted in Unicode scalars of the normalized text.
/// Strength is estimated by libzxcvbn with the user's own data.
package struct PasswordPolicy: Sendable {
    /// The minimum number of Unicode scalars.
    package let minimumLength: Int
    /// The maximum number of Unicode scalars.
    package let maximumLength: Int
    /// The binary logarithm of the minimum number of guesses.
    let minimumStrength: Double

    /// Creates the server's policy: 8 to 256 characters and at least 10⁸ guesses, score 3 of 4 in zxcvbn.
    package init() {
        minimumLength = 8
        maximumLength = 256
        minimumStrength = 26.575
    }

    /// Evaluates a new password.
    ///
    /// The longest input takes about a millisecond, so this can run on an event loop.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - personal: Text that an attacker may know: email address, names, the name of the client.
    /// - Returns: `.acceptable`, or the first rule that the password violates.
    package func evaluate(_ password: Password, personal: [String]) -> PasswordAssessment {
        let length = password.text.unicodeScalars.count
        guard length >= minimumLength else { return .tooShort(minimum: minimumLength) }
        guard length <= maximumLength else { return .tooLong(maximum: maximumLength) }
        let estimate = StrengthEstimate(of: password, personal: personal)
        return estimate.bits >= minimumStrength ? .acceptable : .tooWeak(estimate.weakness)
    }
}

/// The assessment of a new password.
package enum PasswordAssessment: Equatable, Sendable {
    case acceptable
    /// The password has fewer Unicode scalars than `minimum`.
    case tooShort(minimum: Int)
    /// The password has more Unicode scalars than `maximum`.
    case tooLong(maximum: Int)
    /// The password is long enough, but too easy to guess.
    case tooWeak(Weakness)

    /// The main reason that a password is easy to guess, for the message to the user.
    package enum Weakness: Equatable, Sendable, CaseIterable {
        /// It is based on the user's email address or name, or on the name of the app.
        case personal
        /// It is based on a common password, word or name.
        case common
        /// It is a date or year, or follows the alphabet, the keyboard or a repetition.
        case pattern
        /// It is too short for its character set.
        case guessable
    }
}
