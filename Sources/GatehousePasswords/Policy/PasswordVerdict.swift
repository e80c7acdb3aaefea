/// What the policy says of a password somebody wants to use.
package enum PasswordVerdict: Equatable, Sendable {
    case acceptable
    /// Fewer Unicode characters than `minimum`.
    case tooShort(minimum: Int)
    /// More Unicode characters than `maximum`.
    case tooLong(maximum: Int)
    /// Long enough, but among the first that somebody would try.
    case tooWeak(Weakness)

    /// The chief reason why a password is easy to guess, for the sentence that the person reads.
    package enum Weakness: Equatable, Sendable, CaseIterable {
        /// It is built on the person's own e-mail address or name, or on the name of the app.
        case personal
        /// It is built on a well-known password, word or name.
        case common
        /// It is a date or a year, or follows the alphabet, the keyboard or a repetition.
        case pattern
        /// It is simply not much text to guess.
        case guessable
    }
}
