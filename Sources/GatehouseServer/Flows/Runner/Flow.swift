package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A flow with its client.
package struct Flow: Sendable {
    package let id: FlowRecord.ID
    package let state: FlowState
    package let client: Client
    package let expiresAt: Date

    package var step: FlowStep { state.step }
}

/// The result of submitting an input.
package struct FlowProgress: Sendable {
    package let flow: Flow
    /// The result, if the flow has finished.
    package let outcome: FlowResult?
    /// The browser's cookies after a sign-in or a change of the account.
    package let browserChange: BrowserChange?
}

/// The result of a finished flow.
package enum FlowResult: Sendable {
    /// The authorization response to the client.
    case authorization(AuthorizationResponse)
    /// The tokens of a native app.
    case tokens(IssuedTokens)
    /// The authorization code of a native app.
    case code(Secret)
    /// The approval or denial of a device.
    case device(allowed: Bool)
    /// A page of this server, by its path below the issuer.
    case page(String)
}

/// The decision on an input, before it is committed.
struct Transition: Sendable {
    var step: FlowStep
    /// The unused code that the user has abandoned; see ``FlowState/left``.
    var abandonedCode: CodeChallengeStep?
    var changes: [ConditionalWrite] = []
    /// Changes that undo what was counted before the commit, if it fails.
    var compensation: [Change] = []
    var outcome: FlowResult?
    /// The browser's cookies after a sign-in or a change of the account.
    var browserChange: BrowserChange?
    /// The user's choices about a later sign-in; `nil` leaves those of the flow.
    var entry: EntryOptions?
    /// An error that the transition is committed with, such as a failed attempt.
    var error: FlowError?
}

extension Transition {
    /// The first step of a new sign-in.
    static let restartingSignIn = Transition(step: .identify(IdentifyStep(mode: .signIn, email: nil)))

    /// Returns the transition with the user's choices about a later sign-in.
    func setting(_ entry: EntryOptions) -> Transition {
        var transition = self
        transition.entry = entry
        return transition
    }

    /// Sends a code and waits for it.
    init(_ code: SentCode) {
        self.init(step: .code(code.step), changes: code.changes)
    }
}

extension CodeVerification {
    /// Returns the transition for the result: for a correct code that of `accept`; otherwise one that counts the
    /// attempt and rejects the input.
    func transition(
        from step: CodeChallengeStep,
        in request: FlowContext,
        accept: (CodeChallengeStep.VerifiedAddress) async throws(FlowError) -> Transition
    ) async throws(FlowError) -> Transition {
        switch self {
        case .verified(let proven, let changes):
            var transition = try await accept(proven)
            transition.changes += changes
            return transition
        case .wrong(let next, let changes):
            return Transition(
                step: .code(next),
                changes: changes,
                error: .wrongCode(attemptsRemaining: next.attemptsRemaining)
            )
        case .exhausted(let changes):
            let restart = IdentifyStep(mode: step.mode, email: step.email)
            let end: FlowStep =
                if case .address = request.purpose {
                    .code(step.exhausted())
                } else {
                    request.browser == nil ? .finished : .identify(restart)
                }
            return Transition(step: end, changes: changes, error: .codeExhausted)
        case .expired: throw .codeExpired
        case .missing: throw .codeMissing
        }
    }
}
