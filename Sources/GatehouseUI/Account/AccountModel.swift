import Foundation
import Gatehouse

/// The state of the account view, as a function of the account and the user's input.
///
/// It sends no requests: ``perform(_:)`` returns the request for an action, and the caller reports its outcome with
/// ``proceed(to:)`` or ``fail(_:)``.
struct AccountModel: Sendable {
    /// An action of the user.
    enum Action: Sendable, Hashable {
        case reload
        case openAccountPage
        case edit(AccountAttribute)
        case addEmail, addPhone
        case verify(PendingAccountAddress)
        case makePrimary(AccountAddress)
        case removeAddress(AccountAddress)
        case abandon(PendingAccountAddress)
        case setPassword, removePassword
        case addPasskey, addAuthenticatorApp
        case rename(CredentialDetails)
        case removeCredential(CredentialDetails)
        case newRecoveryCodes
        case turnOnSecondFactor, turnOffSecondFactor
        case end(SessionDetails)
        case endOthers
        case withdraw(AccountApp)
        case signOut, delete
        /// Continues with the values of the form.
        case submit
        case resendCode
        /// Closes the form.
        case dismiss
        /// Leaves the sign-in that a request requires; the form below it stays.
        case cancelSignIn
        /// Repeats the request that required a recent sign-in.
        case signedInAgain
    }

    /// A form above the account.
    enum Form: Sendable, Hashable {
        case attribute(AccountAttribute)
        case email, phone
        case verification(PendingAccountAddress)
        case password
        case authenticatorApp(AuthenticatorAppSetup)
        case name(CredentialDetails)
        case recoveryCodes([Secret])
        /// The user confirms an action that cannot be undone.
        case confirmation(Action)
    }

    /// A request to the server.
    enum Request: Sendable, Hashable {
        case load
        case openAccountPage
        case signOut, delete
        case change(Change)
        case security(SecurityChange)
    }

    /// A change of details, addresses, sessions or apps.
    enum Change: Sendable, Hashable {
        case update([ClaimName: JSONValue])
        case addEmail(String)
        case addPhone(String)
        case verify(PendingAccountAddress, Secret)
        case resendCode(PendingAccountAddress)
        case makePrimary(AccountAddress)
        case removeAddress(AccountAddress)
        case abandon(PendingAccountAddress)
        case end(SessionDetails)
        case endOthers
        case withdraw(AccountApp)
    }

    /// A change of the password or the second factors.
    enum SecurityChange: Sendable, Hashable {
        case changePassword(Secret)
        case removePassword
        case addPasskey
        case startAuthenticatorApp
        case confirmAuthenticatorApp(Secret)
        case rename(CredentialDetails, to: String)
        case removeCredential(CredentialDetails)
        case newRecoveryCodes
        case turnOnSecondFactor, turnOffSecondFactor
    }

    /// The outcome of a request.
    struct Outcome: Sendable, Hashable {
        /// The account afterwards; `nil` if it was not fetched.
        var content: AccountContent?
        /// The next form.
        var form: Form?
        var notice: UIText?
        var isSignedOut = false
    }

    static let value = "value"

    /// Whether a passkey can be created on this device.
    let acceptsPasskeys: Bool
    /// Whether the server's pages can be shown.
    let hasBrowser: Bool

    private(set) var content: AccountContent?
    private(set) var form: Form?
    private(set) var isBusy = false
    private(set) var error: AuthError?
    private(set) var notice: UIText?
    private(set) var problem: UIText?
    /// Whether the user must sign in again before the request is repeated.
    private(set) var needsSignIn = false
    private(set) var isSignedOut = false
    private var pending: Request?
    var values = FormValues()

    init(acceptsPasskeys: Bool = false, hasBrowser: Bool = true) {
        self.acceptsPasskeys = acceptsPasskeys
        self.hasBrowser = hasBrowser
    }

    /// Starts an action.
    ///
    /// - Parameter action: The action of the user.
    /// - Returns: The request to send; `nil` if the action is complete, or a value is missing.
    mutating func perform(_ action: Action) -> Request? {
        guard !isBusy, !isSignedOut else { return nil }
        error = nil
        notice = nil
        problem = nil
        guard let request = request(for: action) else { return nil }
        needsSignIn = false
        pending = request
        isBusy = true
        return request
    }

    private mutating func dismiss() {
        form = nil
        values = FormValues()
        cancelSignIn()
    }

    private mutating func cancelSignIn() {
        needsSignIn = false
        pending = nil
    }

    /// The request to repeat after a sign-in: an enrolment belongs to the session before, and starts again.
    private var repeated: Request? {
        if case .security(.confirmAuthenticatorApp)? = pending { .security(.startAuthenticatorApp) } else { pending }
    }

    /// Continues after the account has signed in again elsewhere.
    mutating func reopen() {
        isSignedOut = false
    }

    private mutating func request(for action: Action) -> Request? {
        switch action {
        case .reload: return .load
        case .openAccountPage: return .openAccountPage
        case .edit(let attribute): show(.attribute(attribute), value: attribute.value?.fieldText)
        case .addEmail: show(.email)
        case .addPhone: show(.phone)
        case .verify(let address): show(.verification(address))
        case .setPassword: show(.password)
        case .rename(let credential): show(.name(credential), value: credential.name)
        case .removeAddress, .removePassword, .removeCredential, .newRecoveryCodes, .turnOffSecondFactor, .end,
            .endOthers, .withdraw, .signOut, .delete:
            show(.confirmation(action))
        case .makePrimary(let address): return .change(.makePrimary(address))
        case .abandon(let address): return .change(.abandon(address))
        case .addPasskey: return .security(.addPasskey)
        case .addAuthenticatorApp: return .security(.startAuthenticatorApp)
        case .turnOnSecondFactor: return .security(.turnOnSecondFactor)
        case .resendCode:
            if case .verification(let address)? = form { return .change(.resendCode(address)) }
        case .submit: return submission()
        case .dismiss: dismiss()
        case .cancelSignIn: cancelSignIn()
        case .signedInAgain: return repeated
        }
        return nil
    }

    private mutating func show(_ form: Form, value: String? = nil) {
        self.form = form
        values = FormValues(value.map { [Self.value: $0] } ?? [:])
    }

    private mutating func submission() -> Request? {
        switch form {
        case .attribute(let attribute):
            return .change(.update([attribute.name: values.trimmed(Self.value).map { .string($0) } ?? .null]))
        case .email: return entered { .change(.addEmail($0)) }
        case .phone: return entered { .change(.addPhone($0)) }
        case .verification(let address):
            return entered(CommonText.codeMissing) { .change(.verify(address, Secret($0))) }
        case .password:
            guard !values[Self.value].isEmpty else { return missing(CommonText.passwordMissing) }
            return .security(.changePassword(Secret(values[Self.value])))
        case .authenticatorApp:
            return entered(CommonText.codeMissing) { .security(.confirmAuthenticatorApp(Secret($0))) }
        case .name(let credential): return entered { .security(.rename(credential, to: $0)) }
        case .recoveryCodes:
            dismiss()
            return nil
        case .confirmation(let action): return confirmed(action)
        case nil: return nil
        }
    }

    private mutating func entered(
        _ text: UIText = CommonText.fieldRequired,
        _ request: (String) -> Request
    ) -> Request? {
        guard let value = values.trimmed(Self.value) else { return missing(text) }
        return request(value)
    }

    private mutating func missing(_ text: UIText) -> Request? {
        problem = text
        return nil
    }

    private func confirmed(_ action: Action) -> Request? {
        switch action {
        case .removeAddress(let address): .change(.removeAddress(address))
        case .removePassword: .security(.removePassword)
        case .removeCredential(let credential): .security(.removeCredential(credential))
        case .newRecoveryCodes: .security(.newRecoveryCodes)
        case .turnOffSecondFactor: .security(.turnOffSecondFactor)
        case .end(let session): .change(.end(session))
        case .endOthers: .change(.endOthers)
        case .withdraw(let app): .change(.withdraw(app))
        case .signOut: .signOut
        case .delete: .delete
        default: nil
        }
    }

    /// Shows the outcome of a request.
    ///
    /// - Parameter outcome: The outcome.
    mutating func proceed(to outcome: Outcome) {
        isBusy = false
        // A reload leaves a form that the user has opened before.
        if pending != .load && pending != .openAccountPage {
            form = outcome.form
            values = FormValues()
        }
        pending = nil
        if let content = outcome.content { self.content = content }
        notice = outcome.notice
        isSignedOut = outcome.isSignedOut
    }

    /// Shows the error of a request; a form stays.
    ///
    /// - Parameter error: The error.
    mutating func fail(_ error: AuthError) {
        isBusy = false
        // Without a browser, the user signs in again on the module's own screens.
        needsSignIn = error.code == .reauthenticationRequired
        if !needsSignIn { pending = nil }
        guard error.code != .cancelled, !needsSignIn else { return }
        self.error = error
        isSignedOut = error.code == .signedOut
        switch error.code {
        case .wrongCode: values[Self.value] = ""
        case .flowExpired, .notFound: form = nil
        default: break
        }
    }
}

extension JSONValue {
    /// The value as the text of a field; `nil` if it cannot be edited as one.
    var fieldText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .bool, .array, .object, .null: nil
        }
    }
}
