import Foundation
import GatehouseStore
import GatehouseWire

/// The steps from an authenticated user to the completion of the flow.
extension FlowEngine {
    /// Returns what an authenticated user must do before the flow completes.
    func nextAction(
        _ user: AuthenticatedUser,
        _ account: Account,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        if case .native(let intent) = request.purpose { return grant(user, account, intent) }
        if case .authorization(let intent) = request.purpose, let required = intent.requiredAccount,
            required != account.id
        {
            let error = OAuthError(.loginRequired, "A different user signed in than the one requested.")
            return finish(intent.response(.error(error), issuer: core.settings.issuer))
        }
        if exceedsMaxAge(user, request) { return restartSignIn(request) }
        let form = AttributeForm(request.client.attributes)
        if let page = form.firstPage(missingFrom: account.attributes) {
            return Transition(step: .attributes(AttributesStep(subject: .existing(user), page: page, values: [:])))
        }
        let consent = try await consent(of: account.id, request)
        let declined = consent?.declined ?? []
        let purpose = request.purpose.excluding(declined)
        if requiresConsent(of: user, to: purpose, agreed: consent, request) {
            return Transition(step: .consent(ConsentStep(person: user, declined: declined)))
        }
        return complete(user, purpose, request)
    }

    /// Returns the user's consent for the client; `nil` if there is none.
    private func consent(
        of account: Account.ID,
        _ request: FlowContext
    ) async throws(FlowError) -> Consent? {
        do { return try await core.store.consent(account, request.client.id) } catch { throw core.flowError(error) }
    }

    /// Returns whether an existing sign-in has exceeded `max_age` while pages were open.
    private func exceedsMaxAge(_ user: AuthenticatedUser, _ request: FlowContext) -> Bool {
        guard !user.provedInThisFlow, case .authorization(let intent) = request.purpose, let maxAge = intent.maxAge
        else {
            return false
        }
        return request.now.timeIntervalSince(user.authenticatedAt) > Double(maxAge)
    }

    /// Always asks for devices: the user may not hold the device (RFC 8628 §5.4).
    private func requiresConsent(
        of user: AuthenticatedUser,
        to purpose: FlowPurpose,
        agreed: Consent?,
        _ request: FlowContext
    ) -> Bool {
        guard case .authorization(let intent) = purpose else { return true }
        if intent.requiresConsent { return true }
        let isAssured = intent.assuresClientIdentity(of: request.client)
        // Another app may impersonate this client (RFC 8252 §8.6).
        if request.client.skipsConsent || intent.requestsOnlyUserID {
            return !isAssured && !user.provedInThisFlow
        }
        guard isAssured else { return true }
        guard let agreed else { return true }
        let claims = request.client.claimsBeyondScopes(of: purpose)
        return !intent.scopes.isSubset(of: agreed.scopes) || !Set(claims).isSubset(of: agreed.claims)
    }

    func submitConsent(
        _ agrees: Bool,
        ticked: ScopeSet,
        _ step: ConsentStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard agrees else { return deny(request) }
        guard try await isSignedIn(step.person, request), !exceedsMaxAge(step.person, request) else {
            return restartSignIn(request)
        }
        let left = request.purpose.optionalScopes.subtracting(ticked)
        let purpose = request.purpose.excluding(left)
        let withdrawn = request.purpose.scopes.subtracting(purpose.scopes)
        let claims = request.client.claimsBeyondScopes(of: purpose)
        // Re-reads the consent: another tab may have granted more since this step was shown.
        let before = try await consent(of: step.person.accountID, request)
        let consent = Consent(
            accountID: step.person.accountID,
            clientID: request.client.id,
            scopes: (before?.scopes ?? []).union(purpose.scopes).subtracting(withdrawn),
            declined: (before?.declined ?? []).union(left).subtracting(purpose.scopes),
            claims: Set(before?.claims ?? []).union(claims).sorted { $0.rawValue < $1.rawValue },
            grantedAt: request.now
        )
        var transition = complete(step.person, purpose, request)
        transition.changes += [
            ConditionalWrite(.consent(.put(consent))),
            ConditionalWrite(
                audit(
                    .consentGranted,
                    request,
                    account: step.person.accountID,
                    detail: (purpose.scopes.map(\.rawValue) + claims.map { "claim:\($0)" }).joined(separator: " ")
                )
            ),
        ]
        return transition
    }

    /// Returns whether the browser is still signed in as the user, who may have signed out in another tab.
    func isSignedIn(_ user: AuthenticatedUser, _ request: FlowContext) async throws(FlowError) -> Bool {
        guard let session = request.browser?.session, session.id == user.browserSessionID else { return false }
        guard let account = try await account(user.accountID) else { return false }
        if account.isDisabled { throw .accountDisabled }
        return true
    }

    func restartSignIn(_ request: FlowContext) -> Transition {
        Transition(step: .identify(IdentifyStep(mode: .signIn, email: nil)))
    }

    /// Ends the flow because the user cancelled it or denied consent.
    func deny(_ request: FlowContext) -> Transition {
        var refused: [ConditionalWrite] = []
        if case .consent(let step) = request.flow.step {
            refused = [ConditionalWrite(audit(.consentDenied, request, account: step.person.accountID))]
        }
        switch request.purpose {
        case .authorization(let intent):
            let error = OAuthError(
                .accessDenied,
                "The user denied the request."
            )
            return finish(intent.response(.error(error), issuer: core.settings.issuer), refused)
        case .device(let intent):
            return Transition(
                step: .finished,
                changes: [
                    ConditionalWrite(.device(.decide(intent.deviceID, .denied)), onConflict: .fail(.gone)),
                    ConditionalWrite(audit(.deviceDenied, request)),
                ] + refused,
                outcome: .device(allowed: false)
            )
        case .native, .address: return Transition(step: .finished)
        }
    }

    /// Completes the flow and grants the client's request.
    private func complete(
        _ user: AuthenticatedUser,
        _ purpose: FlowPurpose,
        _ request: FlowContext
    ) -> Transition {
        switch purpose {
        case .authorization(let intent):
            let code = OpaqueToken(random: core.environment.random)
            let lifetime = intent.rules?.codeLifetime ?? core.settings.lifetimes.authorizationCode
            let expiry = request.now.addingTimeInterval(lifetime)
            let claims = request.client.claimsBeyondScopes(of: purpose)
            let record = AuthorizationCode(code, intent, user, agreed: claims, expiresAt: expiry)
            return finish(
                intent.response(.code(code.secret), issuer: core.settings.issuer),
                [ConditionalWrite(.code(.insert(record)))]
            )
        case .device(let intent):
            let decision = DeviceAuthorization.Decision.approved(
                account: user.accountID,
                browserSession: user.browserSessionID,
                scopes: intent.scopes,
                authenticatedAt: user.authenticatedAt,
                methods: user.methods
            )
            return Transition(
                step: .finished,
                changes: [
                    ConditionalWrite(.device(.decide(intent.deviceID, decision)), onConflict: .fail(.gone)),
                    ConditionalWrite(audit(.deviceApproved, request, account: user.accountID)),
                ],
                outcome: .device(allowed: true)
            )
        // Native apps skip consent, so this is unreachable.
        case .native, .address: return deny(request)
        }
    }

    private func finish(_ response: AuthorizationResponse, _ changes: [ConditionalWrite] = []) -> Transition {
        Transition(step: .finished, changes: changes, outcome: .authorization(response))
    }
}
