/// A mail the server writes to a person.
package enum MailKind: Sendable, Hashable {
    case signInCode(String)
    case signUpCode(String)
    case passwordResetCode(String)
    /// Somebody asked for a new password with an address that has no account.
    case noAccount
    /// Somebody wants to sign in with an address that has no account, in an app where a sign-in makes none.
    case nobodyToSignIn
    /// Somebody tried to sign up with an address that has an account: the code signs them in.
    case alreadyHasAccount(String)
    /// The same in an app that signs people up on its own pages: the code lets it tell them so.
    case accountExists(String)
    case passwordChanged
    /// The address it goes to, or the phone number of the same account, has given way to another.
    case addressChanged
    /// Proves that the address is theirs, by its code or, where the account has a password, by its page.
    case addressCode(String, MailedLink?)
    /// A new password, by its code in the app or by its page.
    case passwordResetCodeAndLink(String, MailedLink)
    /// Somebody gave the address of a member as their own.
    case addressTaken

    /// The part of the string tables that holds its sentences.
    var key: String {
        switch self {
        case .signInCode: "mail.signInCode"
        case .signUpCode: "mail.signUpCode"
        case .passwordResetCode: "mail.passwordResetCode"
        case .noAccount: "mail.noAccount"
        case .nobodyToSignIn: "mail.nobodyToSignIn"
        case .alreadyHasAccount: "mail.alreadyHasAccount"
        case .accountExists: "mail.accountExists"
        case .passwordChanged: "mail.passwordChanged"
        case .addressChanged: "mail.addressChanged"
        case .addressCode: "mail.addressCode"
        case .passwordResetCodeAndLink: "mail.passwordResetCodeAndLink"
        case .addressTaken: "mail.addressTaken"
        }
    }

    /// The code it carries.
    var code: String? {
        switch self {
        case .signInCode(let code), .signUpCode(let code), .passwordResetCode(let code), .alreadyHasAccount(let code),
            .accountExists(let code), .addressCode(let code, _), .passwordResetCodeAndLink(let code, _):
            code
        case .noAccount, .nobodyToSignIn, .passwordChanged, .addressChanged, .addressTaken: nil
        }
    }

    /// The page it leads to.
    var link: MailedLink? {
        switch self {
        case .addressCode(_, let link): link
        case .passwordResetCodeAndLink(_, let link): link
        default: nil
        }
    }
}
