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
    /// The secret of a browser session started by this step, to be set as a cookie.
    package let browserSessionSecret: Secret?
}

/// The result of a finished flow.
package enum FlowResult: Sendable {
    /// The authorization response to the client.
    case authorization(AuthorizationResponse)
    /// The tokens of a native app.
    case tokens(IssuedTokens)
    /// The approval or denial of a device.
    case device(allowed: Bool)
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
    var browserSessionSecret: Secret?
    /// An error that the transition is committed with, such as a failed attempt.
    var error: FlowError?
}
