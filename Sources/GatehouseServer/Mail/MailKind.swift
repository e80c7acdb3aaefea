/// A mail the server writes to a person.
package enum MailKind: Sendable, Hashable {
    case signInCode(String)
    case signUpCode(String)
    case passwordResetCode(String)
    /// Somebody asked for a new password with an address that has no account.
    case noAccount
    /// Somebody tried to sign up with an address that has an account: the code signs them in.
    case alreadyHasAccount(String)
    case passwordChanged

    /// The part of the string tables that holds its sentences.
    var key: String {
        switch self {
        case .signInCode: "mail.signInCode"
        case .signUpCode: "mail.signUpCode"
        case .passwordResetCode: "mail.passwordResetCode"
        case .noAccount: "mail.noAccount"
        case .alreadyHasAccount: "mail.alreadyHasAccount"
        case .passwordChanged: "mail.passwordChanged"
        }
    }

    /// The code it carries.
    var code: String? {
        switch self {
        case .signInCode(let code), .signUpCode(let code), .passwordResetCode(let code), .alreadyHasAccount(let code):
            code
        case .noAccount, .passwordChanged: nil
        }
    }
}
