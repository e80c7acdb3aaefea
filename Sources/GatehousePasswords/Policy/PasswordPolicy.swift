/// Which new passwords are accepted: long enough, not absurdly long, and not among the first guesses.
///
/// There are no composition rules (NIST SP 800-63B). Length is counted in Unicode scalars of the normalised text, so
/// each code point is one character. Strength is judged by libzxcvbn with the person's own data at hand.
package struct PasswordPolicy: Sendable {
    /// The least number of Unicode characters.
    package let minimumLength: Int
    /// The greatest number of Unicode characters.
    package let maximumLength: Int
    /// The least number of guesses, as a power of two, that an acceptable password withstands.
    let minimumStrength: Double

    /// The policy of the server: 8 to 256 characters and at least 10⁸ guesses, which is score 3 of 4 in zxcvbn's terms.
    package init() {
        minimumLength = 8
        maximumLength = 256
        minimumStrength = 26.575
    }

    /// Judges a password somebody wants to use.
    ///
    /// The longest input takes about a millisecond, so it may run on an event loop.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - personal: What an attacker knows of this person and place: e-mail address, names, the name of the client.
    /// - Returns: `.acceptable`, or the first rule that the password breaks.
    package func evaluate(_ password: Password, personal: [String]) -> PasswordVerdict {
        let length = password.text.unicodeScalars.count
        guard length >= minimumLength else { return .tooShort(minimum: minimumLength) }
        guard length <= maximumLength else { return .tooLong(maximum: maximumLength) }
        let estimate = StrengthEstimate(of: password, personal: personal)
        return estimate.bits >= minimumStrength ? .acceptable : .tooWeak(estimate.weakness)
    }
}
