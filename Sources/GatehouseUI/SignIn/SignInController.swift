import Foundation
import Gatehouse
import Observation

/// Runs a sign-in: it sends the requests of its model, and keeps the steps of the SDK.
@MainActor @Observable final class SignInController {
    /// The state that the view shows.
    private(set) var model: SignInModel
    /// The session after the sign-in.
    private(set) var session: Session?

    @ObservationIgnored private let requests: SignInRequests
    @ObservationIgnored private var position = SignInPosition.start

    /// Creates a sign-in.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - scopes: The requested scopes.
    ///   - identifier: The identifiers that the user can sign in with.
    ///   - address: The address of a known account.
    init(
        client: GatehouseClient,
        scopes: ScopeSet = [],
        identifier: SignInIdentifier = .email,
        address: String = ""
    ) {
        requests = SignInRequests(client: client, scopes: scopes)
        model = SignInModel(
            address: address,
            identifier: identifier,
            acceptsPasskeys: client.configuration.passkeyAuthenticator != nil,
            hasBrowser: client.configuration.userAgent != nil
        )
    }

    /// Shows the step of a sign-up that an earlier process has started, unless an address is known or entered.
    func resume() async {
        guard case .start = position, isUntouched,
            let step = try? await requests.client.pendingSignUp(), isUntouched
        else { return }
        if case .completed = step { return }
        advance(to: .signUp(step))
    }

    private var isUntouched: Bool {
        model.step == .signIn && !model.isBusy && model.values[SignInModel.address].isEmpty
    }

    /// Changes the value of a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - field: The identifier of the field.
    func set(_ value: String, for field: String) {
        model.values[field] = value
    }

    /// Runs an action of the user; returns when the next step or an error is shown.
    ///
    /// - Parameter action: The action.
    func perform(_ action: SignInModel.Action) async {
        guard let request = model.perform(action) else {
            if model.isAtStart { await abandon() }
            return
        }
        do throws(AuthError) {
            var next = try await requests.send(request, at: position)
            if next.isCompleted {
                // The completed flow is not repeated if only the sign-in after it fails.
                position = next
                next = try await requests.send(.proceed, at: next)
            }
            advance(to: next)
        } catch {
            recover(from: error)
        }
    }

    private func advance(to next: SignInPosition) {
        position = next
        if case .signIn(let step) = next { session = step.session }
        model.proceed(to: next.description)
    }

    private func recover(from error: AuthError) {
        // A server can accept a password first and reject it later: the flow continues with a new token.
        if case .resetPassword(let step) = position, let next = step.after(error) { position = .resetPassword(next) }
        if position.isCompleted { model.proceed(to: position.description) }
        model.fail(error)
        if model.isAtStart { position = .start }
    }

    /// Forgets the flow that the user has left.
    private func abandon() async {
        guard !model.isBusy else { return }
        let left = position
        position = .start
        if case .signUp = left { await requests.client.discardPendingSignUp() }
    }
}

extension SignInModel {
    /// Whether no flow is in progress.
    fileprivate var isAtStart: Bool {
        switch step {
        case .signIn, .signUp, .reset: true
        default: false
        }
    }
}
