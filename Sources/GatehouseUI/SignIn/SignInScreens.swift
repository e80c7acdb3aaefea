import Foundation
import Gatehouse

/// The screens of a sign-in in the language of the user.
struct SignInScreens {
    typealias Button = ScreenButton<SignInModel.Action>

    let model: SignInModel
    let locale: Locale

    /// The screen of the current step.
    var screen: Screen<SignInModel.Action> {
        var screen = contents
        screen.isBusy = model.isBusy
        screen.message = message
        for index in screen.fields.indices {
            screen.fields[index].problem = model.problems[screen.fields[index].id].map(text)
        }
        if model.needsBrowser {
            screen.buttons.insert(Button(action: .openBrowser, title: text(SignInText.browser)), at: 0)
        }
        return screen
    }

    private var message: ScreenMessage? {
        if let error = model.error { return error.userMessage(locale: locale).map { .error($0) } }
        return model.hasResentCode ? .information(text(CommonText.codeResent)) : nil
    }

    private var contents: Screen<SignInModel.Action> {
        switch model.step {
        case .signIn: signIn
        case .signUp: signUp
        case .reset: reset
        case .code(let prompt): code(prompt)
        case .password: password
        case .newPassword: newPassword
        case .attributes(let attributes): self.attributes(attributes)
        case .factorChoice(let factors): choice(factors, title: FactorText.title, intro: FactorText.choiceIntro)
        case .factor(let factor, let prompt, let hasOthers): self.factor(factor, prompt, hasOthers: hasOthers)
        case .enrolmentChoice(let factors): choice(factors, title: FactorText.enrolTitle, intro: FactorText.enrolIntro)
        case .contact(let factor): contact(factor)
        case .enrolment(let factor, let prompt, let setup): enrolment(factor, prompt, setup: setup)
        case .recoveryCodes(let codes): recoveryCodes(codes)
        case .accountCreated: completed(SignInText.accountCreated)
        case .passwordChanged: completed(SignInText.passwordChanged)
        case .signedIn: Screen(title: text(SignInText.signedIn))
        }
    }

    private func text(_ text: UIText) -> String { text.text(in: locale) }

    private func submit(_ title: UIText = CommonText.proceed) -> Button {
        Button(action: .submit, title: text(title), role: .primary)
    }

    private func button(_ action: SignInModel.Action, _ title: UIText) -> Button {
        Button(action: action, title: text(title))
    }

    // MARK: Addresses

    private var signIn: Screen<SignInModel.Action> {
        var buttons = [submit()]
        if model.acceptsPasskeys { buttons.append(button(.signInWithPasskey, SignInText.passkey)) }
        buttons.append(button(.showSignUp, SignInText.signUp))
        let field =
            switch model.identifier {
            case .email: emailField
            case .emailOrPhone:
                ScreenField(id: SignInModel.address, label: text(SignInText.emailOrPhone), kind: .emailOrPhone)
            }
        return Screen(title: text(SignInText.title), fields: [field], buttons: buttons)
    }

    private var signUp: Screen<SignInModel.Action> {
        Screen(
            title: text(SignInText.signUpTitle),
            fields: [emailField],
            buttons: [submit(), button(.showSignIn, SignInText.back)]
        )
    }

    private var reset: Screen<SignInModel.Action> {
        Screen(
            title: text(SignInText.resetTitle),
            intro: text(SignInText.resetIntro),
            fields: [emailField],
            buttons: [submit(CommonText.sendCode), button(.showSignIn, SignInText.back)]
        )
    }

    private var emailField: ScreenField {
        ScreenField(id: SignInModel.address, label: text(CommonText.email), kind: .email)
    }

    // MARK: Codes and passwords

    private func code(_ prompt: CodePrompt) -> Screen<SignInModel.Action> {
        Screen(
            title: title(of: prompt),
            intro: intro(of: prompt),
            fields: [codeField(prompt.length)],
            buttons: [
                submit(), button(.resendCode, CommonText.resendCode), button(.showSignIn, SignInText.back),
            ]
        )
    }

    private func title(of prompt: CodePrompt) -> String {
        text(prompt.channel == .sms ? SignInText.messageTitle : SignInText.codeTitle)
    }

    private func intro(of prompt: CodePrompt) -> String {
        let text = prompt.channel == .sms ? FactorText.smsIntro : FactorText.mailIntro
        return text.text(in: locale, [.address: prompt.destination])
    }

    private func codeField(_ length: Int?) -> ScreenField {
        ScreenField(id: SignInModel.secret, label: text(CommonText.code), kind: .code(length: length))
    }

    private var password: Screen<SignInModel.Action> {
        Screen(
            title: text(SignInText.passwordTitle),
            subject: model.values.trimmed(SignInModel.address),
            fields: [ScreenField(id: SignInModel.secret, label: text(CommonText.password), kind: .password)],
            buttons: [
                submit(), button(.showReset, SignInText.forgotPassword), button(.showSignIn, SignInText.back),
            ]
        )
    }

    private var newPassword: Screen<SignInModel.Action> {
        Screen(
            title: text(SignInText.newPasswordTitle),
            subject: model.values.trimmed(SignInModel.address),
            fields: [ScreenField(id: SignInModel.secret, label: text(CommonText.newPassword), kind: .newPassword)],
            buttons: [submit(), button(.showSignIn, SignInText.back)]
        )
    }

    private func attributes(_ attributes: [AttributePrompt]) -> Screen<SignInModel.Action> {
        Screen(
            title: text(SignInText.attributesTitle),
            intro: text(SignInText.attributesIntro),
            fields: attributes.map { $0.field(in: locale) },
            buttons: [submit(), button(.showSignIn, SignInText.back)]
        )
    }

    private func completed(_ title: UIText) -> Screen<SignInModel.Action> {
        Screen(
            title: text(title),
            buttons: [submit(SignInText.title), button(.showSignIn, SignInText.back)]
        )
    }

    // MARK: Second factors

    private func choice(
        _ factors: [FactorPrompt],
        title: UIText,
        intro: UIText
    ) -> Screen<SignInModel.Action> {
        Screen(
            title: text(title),
            intro: text(intro),
            buttons: factors.map { Button(action: .choose($0.id), title: name(of: $0)) }
                + [button(.showSignIn, SignInText.back)]
        )
    }

    private func name(of factor: FactorPrompt) -> String {
        let name =
            switch factor.kind {
            case .authenticatorApp: text(FactorText.app)
            case .passkey: text(FactorText.passkey)
            case .recoveryCode: text(FactorText.recovery)
            case .mailCode: text(FactorText.mail)
            case .smsCode: text(FactorText.sms)
            default: AttributeLabel.label(of: factor.kind.rawValue, in: locale)
            }
        return factor.hint.map { "\(name) (\($0))" } ?? name
    }

    private func factor(
        _ factor: FactorPrompt,
        _ prompt: CodePrompt?,
        hasOthers: Bool
    ) -> Screen<SignInModel.Action> {
        var screen = Screen<SignInModel.Action>(title: text(FactorText.title))
        if factor.kind == .passkey {
            screen.intro = text(FactorText.passkeyIntro)
            screen.buttons = [Button(action: .usePasskey, title: text(FactorText.usePasskey), role: .primary)]
        } else {
            screen.intro = prompt.map(intro) ?? intro(of: factor)
            screen.fields = [codeField(prompt?.length)]
            if factor.kind == .recoveryCode { screen.fields[0].kind = .recoveryCode }
            screen.buttons = [submit()]
        }
        if prompt != nil { screen.buttons.append(button(.resendCode, CommonText.resendCode)) }
        if hasOthers { screen.buttons.append(button(.showOtherFactors, FactorText.another)) }
        screen.buttons.append(button(.showSignIn, SignInText.back))
        return screen
    }

    private func intro(of factor: FactorPrompt) -> String? {
        switch factor.kind {
        case .authenticatorApp: text(FactorText.appIntro)
        case .recoveryCode: text(FactorText.recoveryIntro)
        default: nil
        }
    }

    private func contact(_ factor: FactorPrompt) -> Screen<SignInModel.Action> {
        let isPhone = factor.kind == .smsCode
        let field = ScreenField(
            id: SignInModel.contact,
            label: text(isPhone ? CommonText.phone : CommonText.email),
            kind: isPhone ? .phone : .email,
            hint: text(isPhone ? FactorText.phoneHint : FactorText.emailHint)
        )
        return Screen(
            title: text(isPhone ? FactorText.sms : FactorText.mail),
            fields: [field],
            buttons: [
                submit(CommonText.sendCode), button(.showOtherFactors, FactorText.another),
                button(.showSignIn, SignInText.back),
            ]
        )
    }

    private func enrolment(
        _ factor: FactorPrompt,
        _ prompt: CodePrompt?,
        setup: AuthenticatorAppSetup?
    ) -> Screen<SignInModel.Action> {
        var screen = Screen<SignInModel.Action>(title: text(FactorText.enrolTitle))
        if factor.kind == .passkey {
            screen.title = text(FactorText.createPasskey)
            screen.intro = text(FactorText.createPasskeyIntro)
            screen.buttons = [Button(action: .usePasskey, title: text(FactorText.createPasskey), role: .primary)]
        } else {
            if setup != nil { screen.title = text(FactorText.appTitle) }
            screen.intro = setup != nil ? text(FactorText.appSetup) : prompt.map(intro)
            screen.authenticatorApp = setup
            screen.fields = [codeField(prompt?.length)]
            screen.buttons = [submit()]
        }
        if prompt != nil { screen.buttons.append(button(.resendCode, CommonText.resendCode)) }
        screen.buttons += [button(.showOtherFactors, FactorText.another), button(.showSignIn, SignInText.back)]
        return screen
    }

    private func recoveryCodes(_ codes: [Secret]) -> Screen<SignInModel.Action> {
        Screen(
            title: text(FactorText.codesTitle),
            intro: text(FactorText.codesIntro),
            recoveryCodes: codes,
            buttons: [submit(FactorText.codesDone)]
        )
    }
}

extension AttributePrompt {
    /// Returns the field of the attribute.
    func field(in locale: Locale) -> ScreenField {
        ScreenField(
            id: name,
            label: label ?? AttributeLabel.label(of: name, in: locale),
            kind: fieldKind,
            isRequired: isRequired
        )
    }

    private var fieldKind: ScreenField.Kind {
        if !choices.isEmpty { return .choice(choices) }
        switch kind {
        case .boolean: return .boolean
        case .number: return .number
        default: return .text(ScreenField.Content(attribute: name))
        }
    }
}
