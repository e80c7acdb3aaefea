import Foundation
import GatehouseStore
import GatehouseWire

/// Completes flows: grants the client's request, or denies it.
struct FlowCompletion: Sendable {
    let authorization: AuthorizationCompletion
    let device: DeviceCompletion
    let native: NativeCompletion
    let audit: AuditLog

    /// Completes the flow and grants the client's request.
    func complete(for user: AuthenticatedUser, granting purpose: FlowPurpose, in request: FlowContext) -> Transition {
        switch purpose {
        case .authorization(let intent): authorization.complete(for: user, granting: intent, in: request)
        case .device(let intent): device.complete(for: user, granting: intent, in: request)
        case .accountPage(let intent): Transition(step: .finished, outcome: .page(intent.path))
        // Native apps skip consent, so this is unreachable.
        case .native, .address: deny(in: request)
        }
    }

    /// Ends the flow because the user cancelled it or denied consent.
    func deny(in request: FlowContext) -> Transition {
        var refused: [ConditionalWrite] = []
        var knowsDestination = false
        if case .consent(let step) = request.flow.step {
            knowsDestination = true
            refused = [ConditionalWrite(audit.event(.consentDenied, request, account: step.user.accountID))]
        }
        switch request.purpose {
        case .authorization(let intent):
            let error = OAuthError(.accessDenied, "The user denied the request.")
            var transition = authorization.fail(intent, with: error, changes: refused)
            // Only the consent page shows where the browser goes.
            if !knowsDestination, !request.client.allowsAutomaticRedirect(to: intent.redirectURI) {
                transition.outcome = .page("")
            }
            return transition
        case .device(let intent): return device.deny(intent, in: request, changes: refused)
        case .accountPage: return Transition(step: .finished, outcome: .page(""))
        case .native, .address: return Transition(step: .finished)
        }
    }
}

/// The response to an authorization request.
struct AuthorizationCompletion: Sendable {
    let issuer: String
    /// The lifetime of an authorization code in seconds.
    let codeLifetime: TimeInterval
    let buckets: AccountBuckets

    /// Returns the transition that issues an authorization code.
    func complete(
        for user: AuthenticatedUser,
        granting intent: ValidatedAuthorizationRequest,
        in request: FlowContext
    ) -> Transition {
        let code = buckets.newSecret(of: user.accountID)
        let lifetime = intent.rules?.codeLifetime ?? codeLifetime
        let expiry = request.now.addingTimeInterval(lifetime)
        let claims = request.client.claimsBeyondScopes(of: .authorization(intent))
        let record = AuthorizationCode(code, intent, user, agreed: claims, expiresAt: expiry)
        return finish(intent, with: .code(code.secret), [ConditionalWrite(.code(.insert(record)))])
    }

    /// Returns the transition that sends an error to the client.
    func fail(
        _ intent: ValidatedAuthorizationRequest,
        with error: OAuthError,
        changes: [ConditionalWrite] = []
    ) -> Transition {
        finish(intent, with: .error(error), changes)
    }

    /// Ends the flow, and uses up a pushed request: not before, so that the user can reload the page (RFC 9126 §7.3).
    private func finish(
        _ intent: ValidatedAuthorizationRequest,
        with outcome: AuthorizationResponse.Outcome,
        _ changes: [ConditionalWrite]
    ) -> Transition {
        let consumption = intent.pushedRequest.map {
            ConditionalWrite(.pushedRequest(.consume($0)), onConflict: .gone)
        }
        return Transition(
            step: .finished,
            changes: changes + [consumption].compactMap(\.self),
            outcome: .authorization(intent.response(outcome, issuer: issuer))
        )
    }
}

/// The decision on a device.
struct DeviceCompletion: Sendable {
    let audit: AuditLog

    /// Returns the transition that approves the device.
    func complete(
        for user: AuthenticatedUser,
        granting intent: DeviceApprovalRequest,
        in request: FlowContext
    ) -> Transition {
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
                ConditionalWrite(audit.event(.deviceApproved, request, account: user.accountID)),
            ],
            outcome: .device(allowed: true)
        )
    }

    /// Returns the transition that denies the device.
    func deny(_ intent: DeviceApprovalRequest, in request: FlowContext, changes: [ConditionalWrite]) -> Transition {
        Transition(
            step: .finished,
            changes: [
                ConditionalWrite(.device(.decide(intent.deviceID, .denied)), onConflict: .gone),
                ConditionalWrite(audit.event(.deviceDenied, request)),
            ] + changes,
            outcome: .device(allowed: false)
        )
    }
}
