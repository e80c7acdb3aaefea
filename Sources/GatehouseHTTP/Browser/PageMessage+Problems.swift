import GatehousePasswords
import GatehouseServer
import GatehouseStore

extension PageMessage {
    /// Why a new password is not taken.
    init(_ verdict: PasswordVerdict) {
        switch verdict {
        case .tooShort(let minimum): self = .passwordTooShort(minimum: minimum)
        case .tooLong(let maximum): self = .passwordTooLong(maximum: maximum)
        case .tooWeak(.personal): self = .passwordPersonal
        case .tooWeak(.common): self = .passwordCommon
        case .tooWeak(.pattern): self = .passwordPattern
        case .tooWeak(.guessable), .acceptable: self = .passwordTooWeak
        }
    }

    /// Why the value of an attribute is not taken.
    init(_ problem: AttributeProblem) {
        switch problem {
        case .missing: self = .fieldRequired
        case .tooLong(let maximum): self = .fieldTooLong(maximum: maximum)
        case .notA(.email): self = .emailInvalid
        case .notA(.number): self = .fieldNumber
        case .notA(.date): self = .fieldDate
        case .notA(.choice): self = .fieldChoice
        case .notA, .patternMismatch, .notRequested: self = .fieldInvalid
        }
    }
}
