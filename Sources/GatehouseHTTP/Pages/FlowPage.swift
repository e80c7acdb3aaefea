import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// Creates the page for the current step of a flow.
struct FlowPage: Sendable {
    let flow: Flow
    /// The account that the step is about, if it is known.
    let account: Account?
    let browser: BrowserContext
    /// The accounts that the step offers.
    let choices: [AccountChoice]
    let factors: FlowPageFactors
    let form: PageForm
    let errors: FormErrors
    let now: Date
    let settings: ServerSettings
    /// The texts of the scopes on the consent page.
    let scopes: ScopeTexts
    let language: Language

    /// Renders the page with the given function.
    func render(_ render: (any HostedPage) -> ServerResponse) -> ServerResponse {
        render(page)
    }

    private var page: any HostedPage {
        switch flow.step {
        case .identify(let step): identify(step)
        case .chooseAccount:
            AccountChooserPage(
                form: form,
                accounts: choices.map { PageAccount($0.account, mustSignIn: $0.mustSignIn) }
            )
        case .password(let step):
            PasswordPage(
                form: form,
                email: step.email,
                passkey: passkeySignIn(.link),
                error: errors.field,
                alert: errors.alert
            )
        case .code(let step): code(step)
        case .newPassword(let step):
            NewPasswordPage(
                form: form,
                email: step.proven.email,
                error: errors.password,
                alert: errors.alert
            )
        case .attributes(let step): attributes(step)
        case .consent(let step): consent(step)
        case .keepAccount(let step):
            KeepAccountPage(form: form, email: email, dueAt: step.dueAt)
        case .additionalFactor(let step): additionalFactor(step)
        case .enrolFactor(let step): enrolFactor(step)
        case .recoveryCodes: RecoveryCodesPage(form: form, codes: factors.recoveryCodes, alert: errors.alert)
        case .offerPasskey(let step): createPasskey(step.enrolment, place: .offer)
        // Flows of native apps have no pages.
        case .chooseFactor, .challenge, .choosePassword, .changed, .granted, .finished: ErrorPage(kind: .expired)
        }
    }

    var email: String { account?.email?.value ?? "" }

    private func identify(_ step: IdentifyStep) -> any HostedPage {
        let email = errors.email ?? step.email ?? ""
        let isSharedComputer =
            errors.isSharedComputer ?? flow.state.entry?.endsWithBrowser ?? browser.isOnSharedComputer
        switch step.mode {
        case .signIn:
            return SignInPage(
                form: form,
                reason: reason,
                email: email,
                isSharedComputer: isSharedComputer,
                passkey: passkeySignIn(.secondary),
                emailError: errors.field,
                alert: errors.alert
            )
        case .signUp:
            return SignUpPage(
                form: form,
                email: email,
                isSharedComputer: isSharedComputer,
                emailError: errors.field,
                passwordError: errors.password,
                alert: errors.alert
            )
        case .reset:
            return ResetPage(form: form, email: email, emailError: errors.field, alert: errors.alert)
        }
    }

    /// The reason for a sign-in to the account pages.
    private var reason: SignInPage.Reason? {
        guard case .accountPage(let request) = flow.state.purpose else { return nil }
        return request.isReproof ? .reproof(minutes: Int(settings.lifetimes.freshSignIn / 60)) : .account
    }

    private func code(_ step: CodeChallengeStep) -> CodePage {
        let earliestResend = step.sentAt.addingTimeInterval(settings.lifetimes.mailCodeResend)
        return CodePage(
            form: form,
            email: step.email,
            error: errors.field,
            alert: errors.alert,
            notice: step.isResent && errors.status == .ok ? .codeResent : nil,
            secondsUntilResend: max(0, Int(earliestResend.timeIntervalSince(now).rounded(.up))),
            digits: settings.codeLength,
            minutesValid: Int(settings.lifetimes.mailCode / 60),
            offersPassword: step.use == .signIn,
            passkey: passkeySignIn(.link, fillsFields: false)
        )
    }

    private func attributes(_ step: AttributesStep) -> AttributesPage {
        let fields = AttributeForm(flow.client.attributes).fields(on: step.page).map { attribute in
            PageAttribute(
                name: attribute.name,
                kind: PageAttribute.Kind(attribute),
                label: attribute.label,
                value: errors.enteredAttributes.map { $0[attribute.name] ?? "" }
                    ?? account?.attributes[attribute.name]?.fieldText ?? "",
                isRequired: attribute.isRequired,
                error: errors.attributes[attribute.name]
            )
        }
        return AttributesPage(form: form, attributes: fields, alert: errors.alert)
    }

    private func consent(_ step: ConsentStep) -> any HostedPage {
        let purpose = flow.state.purpose
        let declined = errors.selectedScopes.map(purpose.optionalScopes.subtracting) ?? step.declined
        let items = ConsentItem.items(
            of: purpose,
            for: flow.client,
            declined: declined,
            email: email,
            texts: scopes
        )
        if case .device(let intent) = purpose {
            return DeviceConfirmPage(
                form: form,
                userCode: UserCode.display(intent.userCode),
                email: email,
                items: items
            )
        }
        if purpose.confirmsUserOnly(of: flow.client) { return ContinuePage(form: form, email: email) }
        return ConsentPage(
            form: form,
            email: email,
            items: items,
            destination: purpose.redirectURI.map(ConsentPage.Destination.init),
            warning: ConsentPage.Warning(flow.client)
        )
    }
}
