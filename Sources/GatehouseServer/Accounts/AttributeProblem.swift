/// Why a value was not taken.
package enum AttributeProblem: Sendable, Equatable {
    case missing
    /// The client does not ask for an attribute of this name.
    case notRequested
    case tooLong(maximum: Int)
    /// Not an address, a number, a date, or one of the choices.
    case notA(AttributeKind)
    /// Does not match the client's pattern.
    case patternMismatch
}
