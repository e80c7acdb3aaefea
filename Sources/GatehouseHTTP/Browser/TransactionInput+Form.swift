import GatehouseServer
import GatehouseWire

extension TransactionInput {
    /// What a posted form means at the step it was shown for.
    ///
    /// - Throws: ``TransactionError/notPossible`` for a button that the step's page does not have.
    init(_ form: Parameters, at step: TransactionStep) throws(TransactionError) {
        let action = form.page(.action).flatMap(PageAction.init(rawValue:)) ?? .continue
        let email = form.page(.email) ?? ""
        switch (step, action) {
        case (_, .cancel): self = .cancel
        case (.identify(let identify), .continue):
            switch identify.mode {
            case .signIn: self = .signInByCode(email: email)
            case .signUp: self = .signUp(email: email, password: form.page(.password))
            case .reset: self = .reset(email: email)
            }
        case (.identify, .code): self = .signInByCode(email: email)
        case (.identify, .password): self = .signInByPassword(email: email)
        case (.chooseAccount, .continue): self = .keepAccount
        case (.password, .continue): self = .password(form.page(.password) ?? "")
        case (.password, .code): self = .signInByCode(email: "")
        case (.password, .reset): self = .reset(email: "")
        case (.code, .continue): self = .code(form.page(.code) ?? "")
        case (.code, .resend): self = .resendCode
        case (.code, .password): self = .signInByPassword(email: "")
        case (.newPassword, .continue): self = .newPassword(form.page(.password) ?? "")
        case (.attributes, .continue): self = .attributes(form.pageAttributes)
        case (.consent, .continue): self = .consent(true, ticked: form.ticked)
        case (_, .signUp): self = .show(.signUp, email: email)
        case (_, .reset): self = .show(.reset, email: email)
        case (.code(let code), .back): self = .show(code.mode)
        case (_, .signIn), (_, .back), (_, .otherAccount): self = .show(.signIn, email: email)
        default: throw .notPossible
        }
    }
}
