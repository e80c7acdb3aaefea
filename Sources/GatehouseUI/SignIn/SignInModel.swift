import Foundation
import Gatehouse

/// The state of a sign-in on the app's own screens, as a function of the steps and the user's input.
///
/// It sends no requests: ``perform(_:)`` returns the request for an action, and the caller reports its outcome with
/// ``proceed(to:)`` or ``fail(_:)``.
struct SignInModel: Sendable {
    /// An action of the user.
    enum Action: Sendable, Hashable {
        /// Continues with the values of the fields.
        case submit
        case showSignIn, showSignUp, showReset
        case resendCode
        case signInWithPasskey
        /// Chooses a factor by its identifier, to prove or to enrol it.
        case choose(String)
        case showOtherFactors
        /// Uses the passkey that the step is about, or creates it.
        case usePasskey
        /// Continues on the server's pages.
        case openBrowser
    }

    /// A request to the server.
    enum Request: Sendable, Hashable {
        case startSignIn(String)
        case startSignUp(String)
        case startReset(String)
        case startPasskeySignIn
        case openBrowser
        /// Submits the code or password of the current step.
        case submit(Secret)
        case submitAttributes([String: JSONValue])
        case resendCode
        case choose(String)
        case enrol(String, contact: String?)
        case usePasskey
        case showOtherFactors
        /// Continues after the recovery codes, or with the sign-in after a sign-up or password reset.
        case proceed
    }

    static let address = "address"
    static let secret = "secret"
    static let contact = "contact"

    let identifier: SignInIdentifier
    /// Whether a passkey can be used on this device.
    let acceptsPasskeys: Bool
    /// Whether the server's pages can be shown.
    let hasBrowser: Bool

    private(set) var step = SignInStepDescription.signIn
    private(set) var isBusy = false
    private(set) var error: AuthError?
    /// Whether the server requires its own pages.
    private(set) var needsBrowser = false
    private(set) var hasResentCode = false
    private(set) var problems: [String: UIText] = [:]
    private var pending: Request?
    var values: FormValues

    /// Creates the state before the first step.
    ///
    /// - Parameters:
    ///   - address: The address of a known account.
    ///   - identifier: The identifiers that the user can sign in with.
    ///   - acceptsPasskeys: Whether a passkey can be used on this device.
    ///   - hasBrowser: Whether the server's pages can be shown.
    init(
        address: String = "",
        identifier: SignInIdentifier = .email,
        acceptsPasskeys: Bool = false,
        hasBrowser: Bool = true
    ) {
        self.identifier = identifier
        self.acceptsPasskeys = acceptsPasskeys
        self.hasBrowser = hasBrowser
        values = FormValues([Self.address: address])
    }

    /// Starts an action.
    ///
    /// - Parameter action: The action of the user.
    /// - Returns: The request to send; `nil` if the action is complete, or a value is missing.
    mutating func perform(_ action: Action) -> Request? {
        guard !isBusy else { return nil }
        error = nil
        problems = [:]
        hasResentCode = false
        guard let request = request(for: action) else { return nil }
        needsBrowser = false
        pending = request
        isBusy = true
        return request
    }

    private mutating func request(for action: Action) -> Request? {
        switch action {
        case .submit: return submission()
        case .showSignIn: show(.signIn)
        case .showSignUp: show(.signUp)
        case .showReset:
            // The address of the sign-in is known: the code can be sent at once.
            if step == .password, let address = values.trimmed(Self.address) { return .startReset(address) }
            show(.reset)
        case .resendCode: return resending()
        case .signInWithPasskey: return .startPasskeySignIn
        case .choose(let id): return choice(of: id)
        case .showOtherFactors: return .showOtherFactors
        case .usePasskey: return .usePasskey
        case .openBrowser: return .openBrowser
        }
        return nil
    }

    /// Shows a step that needs no request.
    private mutating func show(_ next: SignInStepDescription) {
        step = next
        needsBrowser = false
        values = FormValues([Self.address: values[Self.address]])
    }

    private mutating func submission() -> Request? {
        switch step {
        case .signIn: return addressed { .startSignIn($0) }
        case .signUp: return addressed { .startSignUp($0) }
        case .reset: return addressed { .startReset($0) }
        case .code, .factor, .enrolment: return entered(CommonText.codeMissing) { $0.filter { !$0.isWhitespace } }
        case .password, .newPassword: return entered(CommonText.passwordMissing) { $0 }
        case .attributes(let attributes): return attributeSubmission(attributes)
        case .contact(let factor):
            guard let contact = values.trimmed(Self.contact) else { return missing(Self.contact) }
            return .enrol(factor.id, contact: contact)
        case .recoveryCodes, .accountCreated, .passwordChanged: return .proceed
        case .factorChoice, .enrolmentChoice, .signedIn: return nil
        }
    }

    private mutating func addressed(_ request: (String) -> Request) -> Request? {
        guard let address = values.trimmed(Self.address) else { return missing(Self.address) }
        return request(address)
    }

    private mutating func entered(_ text: UIText, _ clean: (String) -> String) -> Request? {
        let value = clean(values[Self.secret])
        guard !value.isEmpty else { return missing(Self.secret, text) }
        return .submit(Secret(value))
    }

    private mutating func missing(_ field: String, _ text: UIText = CommonText.fieldRequired) -> Request? {
        problems[field] = text
        return nil
    }

    private mutating func attributeSubmission(_ attributes: [AttributePrompt]) -> Request? {
        var submitted: [String: JSONValue] = [:]
        for attribute in attributes {
            let field = attribute.field(in: Locale(identifier: ""))
            let isEmpty = field.kind != .boolean && values.trimmed(field.id) == nil
            guard !isEmpty else {
                if field.isRequired { problems[field.id] = CommonText.fieldRequired }
                continue
            }
            submitted[field.id] = values.attribute(field)
            if submitted[field.id] == nil { problems[field.id] = CommonText.fieldNumber }
        }
        return problems.isEmpty ? .submitAttributes(submitted) : nil
    }

    /// Returns the request for another code: a code of a factor is sent by choosing the factor again.
    private func resending() -> Request {
        switch step {
        case .factor(let factor, _, _): .choose(factor.id)
        case .enrolment(let factor, _, _): .enrol(factor.id, contact: values.trimmed(Self.contact))
        default: .resendCode
        }
    }

    private mutating func choice(of id: String) -> Request? {
        guard case .enrolmentChoice(let factors) = step else { return .choose(id) }
        guard let factor = factors.first(where: { $0.id == id }) else { return nil }
        guard factor.needsContact else { return .enrol(id, contact: nil) }
        step = .contact(factor)
        // A masked address cannot be submitted.
        if let hint = factor.hint, !hint.contains("*") { values[Self.contact] = hint }
        return nil
    }

    /// Shows the step that a request has led to.
    ///
    /// - Parameter next: The step.
    mutating func proceed(to next: SignInStepDescription) {
        isBusy = false
        hasResentCode = pending == .resendCode || isSameFactor(next)
        pending = nil
        let kept = [Self.address, Self.contact].map { ($0, values[$0]) }
        if next != step { values = FormValues(Dictionary(uniqueKeysWithValues: kept)) }
        values[Self.secret] = ""
        step = next
    }

    /// Returns whether a step shows the same factor again, because its code was sent again.
    private func isSameFactor(_ next: SignInStepDescription) -> Bool {
        switch (step, next) {
        case (.factor(let old, .some, _), .factor(let new, .some, _)): old.kind == new.kind && old.hint == new.hint
        case (.enrolment(let old, .some, _), .enrolment(let new, .some, _)): old == new
        default: false
        }
    }

    /// Shows the error of a request; a step that can be used again stays.
    ///
    /// - Parameter error: The error.
    mutating func fail(_ error: AuthError) {
        isBusy = false
        let request = pending
        pending = nil
        guard error.code != .cancelled else {
            // The code or password of the step is used up.
            if error.isPastStep { returnToStart() }
            return
        }
        self.error = error
        needsBrowser = error.code == .browserRequired && hasBrowser
        switch error.code {
        case .wrongCode, .wrongPassword: values[Self.secret] = ""
        case .attributesRejected: for name in error.invalidAttributes { problems[name] = CommonText.fieldInvalid }
        case .userAlreadyExists, .flowExpired, .automaticSignInUnavailable: returnToStart()
        default: if error.isPastStep || error.code == .browserRequired && request != .openBrowser { returnToStart() }
        }
    }

    private mutating func returnToStart() {
        let needsBrowser = needsBrowser
        switch step {
        case .signIn, .signUp, .reset: if error?.code == .userAlreadyExists { show(.signIn) }
        default: show(.signIn)
        }
        self.needsBrowser = needsBrowser
    }
}
