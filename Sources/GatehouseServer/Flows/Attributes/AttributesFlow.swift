import GatehouseStore

/// Requests the attributes that a client requires of an existing account, page by page.
struct AttributesFlow: Sendable {
    let accounts: FlowAccountLookup
    let actions: RequiredActions
    let audit: AuditLog

    func submit(
        _ typed: [String: String],
        to step: AttributesStep,
        of user: AuthenticatedUser,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let (values, next) = try step.submitting(typed, to: AttributeForm(request.client.attributes))
        if let next { return Transition(step: .attributes(next)) }
        guard try await accounts.isSignedIn(user, in: request), actions.requirements.isRecent(user, in: request),
            var account = try await accounts.account(user.accountID)
        else {
            return .restartingSignIn
        }
        account.attributes.merge(values) { _, new in new }
        account.updatedAt = request.now
        account.revision += 1
        var transition = try await actions.nextAction(for: user, of: account, in: request)
        transition.changes += [
            ConditionalWrite(.account(.update(account))),
            ConditionalWrite(audit.event(.accountUpdated, request, account: account.id)),
        ]
        return transition
    }
}
