import Foundation
import Gatehouse

/// The forms of the account view in the language of the user.
struct AccountForms {
    typealias Button = ScreenButton<AccountModel.Action>

    let model: AccountModel
    let locale: Locale

    /// The screen of the open form; `nil` if none is open.
    var screen: Screen<AccountModel.Action>? {
        guard let form = model.form else { return nil }
        var screen = contents(of: form)
        screen.isBusy = model.isBusy
        screen.message = message
        if !screen.fields.isEmpty { screen.fields[0].problem = model.problem.map(text) }
        return screen
    }

    /// The message for the error or outcome of the last request.
    var message: ScreenMessage? {
        if let error = model.error { return error.userMessage(locale: locale).map { .error($0) } }
        return model.notice.map { .information(text($0)) }
    }

    private func text(_ text: UIText) -> String { text.text(in: locale) }

    private func contents(of form: AccountModel.Form) -> Screen<AccountModel.Action> {
        switch form {
        case .attribute(let attribute): self.attribute(attribute)
        case .email:
            entry(
                AccountText.addEmail,
                label: CommonText.email,
                .email,
                hint: FactorText.emailHint,
                button: CommonText.sendCode
            )
        case .phone:
            entry(
                AccountText.addPhone,
                label: CommonText.phone,
                .phone,
                hint: FactorText.phoneHint,
                button: CommonText.sendCode
            )
        case .verification(let address): verification(address)
        case .password: password
        case .authenticatorApp(let setup): authenticatorApp(setup)
        case .name:
            entry(
                SecurityText.rename,
                label: CommonText.name,
                .text(.other),
                hint: SecurityText.nameHint,
                button: SecurityText.saveName
            )
        case .recoveryCodes(let codes): recoveryCodes(codes)
        case .confirmation(let action): confirmation(of: action)
        }
    }

    private func submit(_ title: UIText, _ role: Button.Role = .primary) -> Button {
        Button(action: .submit, title: text(title), role: role)
    }

    private var cancel: Button {
        Button(action: .dismiss, title: text(CommonText.cancel), role: .cancel)
    }

    private func entry(
        _ title: UIText,
        label: UIText,
        _ kind: ScreenField.Kind,
        hint: UIText,
        button: UIText
    ) -> Screen<AccountModel.Action> {
        Screen(
            title: text(title),
            fields: [ScreenField(id: AccountModel.value, label: text(label), kind: kind, hint: text(hint))],
            buttons: [submit(button), cancel]
        )
    }

    private func attribute(_ attribute: AccountAttribute) -> Screen<AccountModel.Action> {
        let label = AttributeLabel.label(of: attribute.name.rawValue, in: locale)
        let field = ScreenField(
            id: AccountModel.value,
            label: label,
            kind: .text(ScreenField.Content(attribute: attribute.name.rawValue)),
            isRequired: false
        )
        return Screen(title: label, fields: [field], buttons: [submit(CommonText.save), cancel])
    }

    private func verification(_ address: PendingAccountAddress) -> Screen<AccountModel.Action> {
        let intro = address.kind == .phone ? AccountText.codeBySMS : AccountText.codeByEmail
        return Screen(
            title: text(address.kind == .phone ? SignInText.messageTitle : SignInText.codeTitle),
            intro: intro.text(in: locale, [.address: address.value]),
            fields: [codeField(address.codeLength)],
            buttons: [
                submit(AccountText.confirm), Button(action: .resendCode, title: text(CommonText.resendCode)), cancel,
            ]
        )
    }

    private func codeField(_ length: Int?) -> ScreenField {
        ScreenField(id: AccountModel.value, label: text(CommonText.code), kind: .code(length: length))
    }

    private var password: Screen<AccountModel.Action> {
        let hasPassword = model.content?.password != nil
        return Screen(
            title: text(hasPassword ? SecurityText.changePasswordTitle : SecurityText.setPasswordTitle),
            intro: text(hasPassword ? SecurityText.changePasswordIntro : SecurityText.setPasswordIntro),
            fields: [ScreenField(id: AccountModel.value, label: text(CommonText.newPassword), kind: .newPassword)],
            buttons: [submit(hasPassword ? SecurityText.changePassword : SecurityText.setPassword), cancel]
        )
    }

    private func authenticatorApp(_ setup: AuthenticatorAppSetup) -> Screen<AccountModel.Action> {
        Screen(
            title: text(FactorText.appTitle),
            intro: text(FactorText.appSetup),
            fields: [codeField(nil)],
            authenticatorApp: setup,
            buttons: [submit(AccountText.confirm), cancel]
        )
    }

    private func recoveryCodes(_ codes: [Secret]) -> Screen<AccountModel.Action> {
        Screen(
            title: text(FactorText.codesTitle),
            intro: text(FactorText.codesIntro),
            recoveryCodes: codes,
            buttons: [submit(FactorText.codesDone)]
        )
    }

    private func confirmation(of action: AccountModel.Action) -> Screen<AccountModel.Action> {
        let (title, intro, button) = texts(of: action)
        return Screen(
            title: text(title),
            intro: intro,
            buttons: [submit(button, action == .signOut ? .primary : .destructive), cancel]
        )
    }

    private func texts(of action: AccountModel.Action) -> (title: UIText, intro: String, button: UIText) {
        switch action {
        case .removeAddress(let address):
            let intro = address.kind == .phone ? AccountText.removePhoneIntro : AccountText.removeEmailIntro
            let text = intro.text(in: locale, [.address: address.value])
            return (AccountText.removeSubmit, text, AccountText.removeSubmit)
        case .removePassword:
            return (SecurityText.removePassword, text(SecurityText.removePasswordIntro), SecurityText.removePassword)
        case .removeCredential(let credential):
            let isPasskey = credential.kind == .passkey
            let intro = isPasskey ? SecurityText.removePasskeyIntro : SecurityText.removeAppIntro
            return (SecurityText.removeItem, text(intro), SecurityText.removeItem)
        case .newRecoveryCodes:
            return (SecurityText.newCodes, text(SecurityText.newCodesIntro), SecurityText.newCodes)
        case .turnOffSecondFactor:
            return (SecurityText.turnOff, text(SecurityText.turnOffIntro), SecurityText.turnOff)
        case .end: return (AccountText.endSession, text(AccountText.endSessionIntro), AccountText.endSession)
        case .endOthers: return (AccountText.endOthers, text(AccountText.endOthersIntro), AccountText.endOthers)
        case .withdraw(let app):
            let intro = AccountText.withdrawIntro.text(in: locale, [.app: app.name])
            return (AccountText.withdraw, intro, AccountText.withdraw)
        case .delete: return (AccountText.deleteTitle, text(AccountText.deleteIntro), AccountText.delete)
        default: return (AccountText.signOutTitle, text(AccountText.signOutIntro), AccountText.signOut)
        }
    }
}
