import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The values of a flow's page that its factors provide.
struct FlowPageFactors: Sendable {
    /// The options of a passkey instead of the sign-in that the page is for.
    var signInOptions: JSONValue?
    /// The parts of an enrolment in progress.
    var presentation: EnrolmentPresentation?
    var recoveryCodes: [String] = []
}

extension FlowPage {
    /// Returns the ceremony of a sign-in with a passkey instead of the page's form.
    func passkeySignIn(_ style: PasskeyCeremony.Style, fillsFields: Bool = true) -> PasskeyCeremony? {
        guard let options = factors.signInOptions else { return nil }
        var ceremony = PasskeyCeremony(.get, options, style: style)
        // The browser may still offer a passkey that it has just been told to forget.
        ceremony.fillsFields = fillsFields && errors.unknownPasskey == nil
        ceremony.unknownPasskey = errors.unknownPasskey
        return ceremony
    }

    func additionalFactor(_ step: AdditionalFactorStep) -> any HostedPage {
        let challenge: AdditionalFactorPage.Challenge
        switch step.factor {
        case .authenticatorApp: challenge = .authenticatorApp
        case .recoveryCode: challenge = .recoveryCode
        case .mailCode: challenge = .mailCode(address: step.maskedAddress ?? "")
        case .smsCode: challenge = .smsCode(address: step.maskedAddress ?? "")
        default:
            var ceremony = PasskeyCeremony(.get, step.challenge)
            ceremony.startsAutomatically = errors.status == .ok
            challenge = .passkey(ceremony)
        }
        return AdditionalFactorPage(
            form: form,
            email: email,
            challenge: challenge,
            others: step.choice.factors.filter { $0 != step.factor },
            trustDays: trustDays,
            error: codeError,
            alert: errors.alert
        )
    }

    func enrolFactor(_ step: EnrolFactorStep) -> any HostedPage {
        let place = EnrolmentPlace.signIn(others: step.factors.filter { $0 != step.enrolment?.factor })
        switch factors.presentation {
        case .authenticatorApp(let keyURI, let secret)?:
            return AuthenticatorAppPage(
                form: form,
                place: place,
                keyURI: keyURI.reveal(),
                secret: secret.reveal(),
                error: codeError,
                alert: errors.alert
            )
        case .passkey(let options)?: return createPasskey(options, place: place)
        case nil:
            return EnrolFactorPage(form: form, email: email, factors: step.factors, alert: errors.alert)
        }
    }

    func createPasskey(_ options: JSONValue, place: EnrolmentPlace) -> any HostedPage {
        CreatePasskeyPage(
            form: form,
            place: place,
            ceremony: PasskeyCeremony(.create, options),
            alert: errors.alert
        )
    }

    /// The error at the field for a code: the general message for an empty one names codes by mail.
    private var codeError: PageMessage? {
        errors.field.map { $0.key == PageMessage.codeMissing(digits: 0).key ? .fieldRequired : $0 }
    }

    /// The number of days for which the user can trust the browser; `nil` if the operator does not offer it, or the
    /// computer is shared.
    private var trustDays: Int? {
        guard let lifetime = settings.lifetimes.trustedBrowser,
            !(flow.state.entry?.endsWithBrowser ?? browser.isOnSharedComputer)
        else { return nil }
        return max(1, Int(lifetime / (24 * 60 * 60)))
    }
}

extension IdentityServer {
    /// Returns the values of a flow's page that its factors provide.
    func pageFactors(of flow: Flow) async throws(FlowError) -> FlowPageFactors {
        var factors = FlowPageFactors()
        switch flow.step {
        case .identify(let step) where step.mode == .signIn: factors.signInOptions = try options(for: flow)
        case .password: factors.signInOptions = try options(for: flow)
        case .code(let step) where step.use == .signIn: factors.signInOptions = try options(for: flow)
        case .enrolFactor(let step): factors.presentation = try await flows.enrolment.presentation(of: step)
        case .recoveryCodes(let step): factors.recoveryCodes = try flows.enrolment.codes(of: step)
        default: break
        }
        return factors
    }

    private func options(for flow: Flow) throws(FlowError) -> JSONValue {
        do { return try flows.passkeys.options(for: flow) } catch { throw .failed }
    }
}
