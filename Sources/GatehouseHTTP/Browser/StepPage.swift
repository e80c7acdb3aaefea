import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The page of the step a transaction is at.
struct StepPage: Sendable {
    let transaction: Transaction
    /// The person the step is about, where it is known who that is.
    let account: Account?
    let form: PageForm
    let problem: PageProblem
    let now: Date
    let settings: ServerSettings

    /// Hands the page over to be rendered.
    func render(_ render: (any Page) -> HTTPAnswer) -> HTTPAnswer {
        render(page)
    }

    private var page: any Page {
        switch transaction.step {
        case .identify(let step): identify(step)
        case .chooseAccount:
            AccountChooserPage(
                form: form,
                accounts: account.map { [.init(id: $0.id.rawValue, name: $0.displayName, email: email)] } ?? []
            )
        case .password(let step):
            PasswordPage(form: form, email: step.email, error: problem.field, alert: problem.alert)
        case .code(let step): code(step)
        case .newPassword(let step):
            NewPasswordPage(
                form: form,
                email: step.proven.email,
                error: problem.password,
                alert: problem.alert
            )
        case .attributes(let step): attributes(step)
        case .consent(let step): consent(step)
        // No browser holds the transaction of an app.
        case .challenge, .choosePassword, .changed, .granted, .finished: ErrorPage(kind: .expired)
        }
    }

    private var email: String { account?.email?.value ?? "" }

    private func identify(_ step: IdentifyStep) -> any Page {
        let email = problem.email ?? step.email ?? ""
        switch step.mode {
        case .signIn:
            return SignInPage(form: form, email: email, emailError: problem.field, alert: problem.alert)
        case .signUp:
            return SignUpPage(
                form: form,
                email: email,
                emailError: problem.field,
                passwordError: problem.password,
                alert: problem.alert
            )
        case .reset:
            return ResetPage(form: form, email: email, emailError: problem.field, alert: problem.alert)
        }
    }

    private func code(_ step: CodeStep) -> CodePage {
        let ready = step.sentAt.addingTimeInterval(settings.lifetimes.mailCodeResend)
        return CodePage(
            form: form,
            email: step.email,
            error: problem.field,
            alert: problem.alert,
            notice: step.isResent && problem.status == .ok ? .codeResent : nil,
            secondsUntilResend: max(0, Int(ready.timeIntervalSince(now).rounded(.up))),
            digits: settings.codeLength,
            minutesValid: Int(settings.lifetimes.mailCode / 60),
            offersPassword: step.use == .signIn
        )
    }

    private func attributes(_ step: AttributesStep) -> AttributesPage {
        let fields = AttributeForm(transaction.client.attributes).fields(on: step.page).map { attribute in
            PageAttribute(
                name: attribute.name,
                kind: PageAttribute.Kind(attribute),
                label: attribute.label,
                value: problem.typed.map { $0[attribute.name] ?? "" }
                    ?? account?.attributes[attribute.name]?.fieldText ?? "",
                isRequired: attribute.isRequired,
                error: problem.attributes[attribute.name]
            )
        }
        return AttributesPage(form: form, attributes: fields, alert: problem.alert)
    }

    private func consent(_ step: ConsentStep) -> any Page {
        let purpose = transaction.state.purpose
        let declined = problem.ticked.map(purpose.voluntary.subtracting) ?? step.declined
        let items = ConsentItem.items(of: purpose, for: transaction.client, declined: declined, email: email)
        if case .device(let intent) = purpose {
            return DeviceConfirmPage(
                form: form,
                userCode: UserCode.display(intent.userCode),
                email: email,
                items: items
            )
        }
        return ConsentPage(
            form: form,
            email: email,
            items: items,
            destination: purpose.redirectURI.map(ConsentPage.Destination.init)
        )
    }
}
