import Foundation
import GatehouseStore
import GatehouseWire

/// From a person who is signed in to the answer the transaction is for.
extension TransactionEngine {
    /// The next step for a person: what the client still has to know, what they have to agree to, or the end.
    func proceed(
        _ person: AuthenticatedPerson,
        _ account: Account,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        if case .native(let intent) = request.purpose { return grant(person, account, intent) }
        if case .authorization(let intent) = request.purpose, let required = intent.requiredAccount,
            required != account.id
        {
            let error = OAuthError(.loginRequired, "Another person signed in than the one the request asks for.")
            return finish(intent.answer(.error(error), issuer: core.settings.issuer))
        }
        if isTooLongAgo(person, request) { return signInAgain(request) }
        let form = AttributeForm(request.client.attributes)
        if let page = form.firstPage(missingFrom: account.attributes) {
            return Move(step: .attributes(AttributesStep(subject: .existing(person), page: page, values: [:])))
        }
        let consent = try await consent(of: account.id, request)
        let declined = consent?.declined ?? []
        let purpose = request.purpose.leavingOut(declined)
        if asksConsent(of: person, to: purpose, agreed: consent, request) {
            return Move(step: .consent(ConsentStep(person: person, declined: declined)))
        }
        return allow(person, purpose, request)
    }

    /// What the person agreed to let this client have; `nil` when they were never asked.
    private func consent(
        of account: Account.ID,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Consent? {
        do { return try await core.store.consent(account, request.client.id) } catch { throw core.failed(error) }
    }

    /// Whether an earlier sign-in has become older, while pages were open, than the client accepts (`max_age`).
    private func isTooLongAgo(_ person: AuthenticatedPerson, _ request: TransactionRequest) -> Bool {
        guard !person.provedHere, case .authorization(let intent) = request.purpose, let maxAge = intent.maxAge else {
            return false
        }
        return request.now.timeIntervalSince(person.authenticatedAt) > Double(maxAge)
    }

    /// A device is always asked about: the person who types a code may not be the one who holds the device (RFC 8628 §5.4).
    private func asksConsent(
        of person: AuthenticatedPerson,
        to purpose: TransactionPurpose,
        agreed: Consent?,
        _ request: TransactionRequest
    ) -> Bool {
        guard case .authorization(let intent) = purpose else { return true }
        if intent.asksConsent { return true }
        let isAssured = intent.assuresIdentity(of: request.client)
        // Nobody's app gets an answer without the person noticing when any program on the device could have asked.
        if request.client.skipsConsent || intent.asksForAnIdentifierAlone { return !isAssured && !person.provedHere }
        guard isAssured else { return true }
        guard let agreed else { return true }
        let claims = request.client.claimsBeyondScopes(of: purpose)
        return !intent.scopes.isSubset(of: agreed.scopes) || !Set(claims).isSubset(of: agreed.claims)
    }

    func takeConsent(
        _ agrees: Bool,
        ticked: ScopeSet,
        _ step: ConsentStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard agrees else { return cancel(request) }
        guard try await isSignedIn(step.person, request), !isTooLongAgo(step.person, request) else {
            return signInAgain(request)
        }
        let left = request.purpose.voluntary.subtracting(ticked)
        let purpose = request.purpose.leavingOut(left)
        let withdrawn = request.purpose.scopes.subtracting(purpose.scopes)
        let claims = request.client.claimsBeyondScopes(of: purpose)
        // As it is now: another tab may have agreed to more since this step was shown.
        let before = try await consent(of: step.person.accountID, request)
        let consent = Consent(
            accountID: step.person.accountID,
            clientID: request.client.id,
            scopes: (before?.scopes ?? []).union(purpose.scopes).subtracting(withdrawn),
            declined: (before?.declined ?? []).union(left).subtracting(purpose.scopes),
            claims: Set(before?.claims ?? []).union(claims).sorted { $0.rawValue < $1.rawValue },
            grantedAt: request.now
        )
        var move = allow(step.person, purpose, request)
        move.changes += [
            Guarded(.consent(.put(consent))),
            Guarded(
                audit(
                    .consentGranted,
                    request,
                    account: step.person.accountID,
                    detail: (purpose.scopes.map(\.rawValue) + claims.map { "claim:\($0)" }).joined(separator: " ")
                )
            ),
        ]
        return move
    }

    /// Whether the browser is still signed in as that person: they may have signed out in another tab since, or been shut out.
    func isSignedIn(_ person: AuthenticatedPerson, _ request: TransactionRequest) async throws(TransactionError) -> Bool
    {
        guard let session = request.browser?.session, session.id == person.browserSessionID else { return false }
        guard let account = try await account(person.accountID) else { return false }
        if account.isDisabled { throw .accountDisabled }
        return true
    }

    func signInAgain(_ request: TransactionRequest) -> Move {
        Move(step: .identify(IdentifyStep(mode: .signIn, email: nil)))
    }

    /// The person wants to go back, or does not agree.
    func cancel(_ request: TransactionRequest) -> Move {
        var refused: [Guarded] = []
        if case .consent(let step) = request.transaction.step {
            refused = [Guarded(audit(.consentRefused, request, account: step.person.accountID))]
        }
        switch request.purpose {
        case .authorization(let intent):
            let error = OAuthError(
                .accessDenied,
                "The person did not sign in, or did not agree to share the data asked for."
            )
            return finish(intent.answer(.error(error), issuer: core.settings.issuer), refused)
        case .device(let intent):
            return Move(
                step: .finished,
                changes: [
                    Guarded(.device(.decide(intent.deviceID, .denied)), otherwise: .refuse(.gone)),
                    Guarded(audit(.deviceDenied, request)),
                ] + refused,
                outcome: .device(allowed: false)
            )
        case .native, .address: return Move(step: .finished)
        }
    }

    /// Gives the client what the transaction is for.
    private func allow(
        _ person: AuthenticatedPerson,
        _ purpose: TransactionPurpose,
        _ request: TransactionRequest
    ) -> Move {
        switch purpose {
        case .authorization(let intent):
            let code = OpaqueToken(random: core.environment.random)
            let lifetimes = core.settings.lifetimes
            let expiry = request.now.addingTimeInterval(
                intent.dialect == .amazon ? lifetimes.amazonAuthorizationCode : lifetimes.authorizationCode
            )
            let claims = request.client.claimsBeyondScopes(of: purpose)
            let record = AuthorizationCode(code, intent, person, agreed: claims, expiresAt: expiry)
            return finish(
                intent.answer(.code(code.secret), issuer: core.settings.issuer),
                [Guarded(.code(.insert(record)))]
            )
        case .device(let intent):
            let decision = DeviceAuthorization.Decision.approved(
                account: person.accountID,
                browserSession: person.browserSessionID,
                scopes: intent.scopes,
                authenticatedAt: person.authenticatedAt,
                methods: person.methods
            )
            return Move(
                step: .finished,
                changes: [
                    Guarded(.device(.decide(intent.deviceID, decision)), otherwise: .refuse(.gone)),
                    Guarded(audit(.deviceApproved, request, account: person.accountID)),
                ],
                outcome: .device(allowed: true)
            )
        // An app of the operator's own asks nobody, so nobody gets here.
        case .native, .address: return cancel(request)
        }
    }

    private func finish(_ response: AuthorizationResponse, _ changes: [Guarded] = []) -> Move {
        Move(step: .finished, changes: changes, outcome: .authorization(response))
    }
}
