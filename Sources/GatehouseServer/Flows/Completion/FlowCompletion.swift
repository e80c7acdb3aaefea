import Foundation
import GatehouseStore
import GatehouseWire

/// Completes flows: grants the client's request, or denies it.
struct FlowCompletion: Sendable {
    let core: ServerCore
    let authorization: AuthorizationCompletion
    let device: DeviceCompletion
    let native: NativeCompletion

    init(core: ServerCore) {
        self.core = core
        authorization = AuthorizationCompletion(core: core)
        device = DeviceCompletion(core: core)
        native = NativeCompletion(core: core)
    }

    /// Completes the flow and grants the client's request.
    func complete(_ user: AuthenticatedUser, _ purpose: FlowPurpose, _ request: FlowContext) -> Transition {
        switch purpose {
        case .authorization(let intent): authorization.complete(user, intent, request)
        case .device(let intent): device.complete(user, intent, request)
        // Native apps skip consent, so this is unreachable.
        case .native, .address: deny(request)
        }
    }

    /// Ends the flow because the user cancelled it or denied consent.
    func deny(_ request: FlowContext) -> Transition {
        var refused: [ConditionalWrite] = []
        if case .consent(let step) = request.flow.step {
            refused = [ConditionalWrite(core.audit(.consentDenied, request, account: step.user.accountID))]
        }
        switch request.purpose {
        case .authorization(let intent):
            return authorization.fail(intent, .accessDenied, "The user denied the request.", refused)
        case .device(let intent): return device.deny(intent, request, refused)
        case .native, .address: return Transition(step: .finished)
        }
    }
}

/// The response to an authorization request.
struct AuthorizationCompletion: Sendable {
    let core: ServerCore

    /// Returns the transition that issues an authorization code.
    func complete(
        _ user: AuthenticatedUser,
        _ intent: ValidatedAuthorizationRequest,
        _ request: FlowContext
    ) -> Transition {
        let code = OpaqueToken(random: core.environment.random)
        let lifetime = intent.rules?.codeLifetime ?? core.settings.lifetimes.authorizationCode
        let expiry = request.now.addingTimeInterval(lifetime)
        let claims = request.client.claimsBeyondScopes(of: .authorization(intent))
        let record = AuthorizationCode(code, intent, user, agreed: claims, expiresAt: expiry)
        return finish(
            intent.response(.code(code.secret), issuer: core.settings.issuer),
            [ConditionalWrite(.code(.insert(record)))]
        )
    }

    /// Returns the transition that sends an error to the client.
    func fail(
        _ intent: ValidatedAuthorizationRequest,
        _ code: OAuthErrorCode,
        _ text: String,
        _ changes: [ConditionalWrite] = []
    ) -> Transition {
        finish(intent.response(.error(OAuthError(code, text)), issuer: core.settings.issuer), changes)
    }

    private func finish(_ response: AuthorizationResponse, _ changes: [ConditionalWrite]) -> Transition {
        Transition(step: .finished, changes: changes, outcome: .authorization(response))
    }
}

/// The decision on a device.
struct DeviceCompletion: Sendable {
    let core: ServerCore

    /// Returns the transition that approves the device.
    func complete(_ user: AuthenticatedUser, _ intent: DeviceApprovalRequest, _ request: FlowContext) -> Transition {
        let decision = DeviceAuthorization.Decision.approved(
            account: user.accountID,
            browserSession: user.browserSessionID,
            scopes: intent.scopes,
            authentication: user.authentication
        )
        return Transition(
            step: .finished,
            changes: [
                ConditionalWrite(.device(.decide(intent.deviceID, decision)), onConflict: .gone),
                ConditionalWrite(core.audit(.deviceApproved, request, account: user.accountID)),
            ],
            outcome: .device(allowed: true)
        )
    }

    /// Returns the transition that denies the device.
    func deny(_ intent: DeviceApprovalRequest, _ request: FlowContext, _ changes: [ConditionalWrite]) -> Transition {
        Transition(
            step: .finished,
            changes: [
                ConditionalWrite(.device(.decide(intent.deviceID, .denied)), onConflict: .gone),
                ConditionalWrite(core.audit(.deviceDenied, request)),
            ] + changes,
            outcome: .device(allowed: false)
        )
    }
}
