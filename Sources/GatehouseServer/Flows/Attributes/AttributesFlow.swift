import GatehouseStore

/// Requests the attributes that a client requires of an existing account, page by page.
struct AttributesFlow: Sendable {
    let core: ServerCore
    let accounts: FlowAccountLookup
    let actions: RequiredActions

    func submit(
        _ typed: [String: String],
        _ step: AttributesStep,
        of user: AuthenticatedUser,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let (values, next) = try step.submitting(typed, to: AttributeForm(request.client.attributes))
        if let next { return Transition(step: .attributes(next)) }
        guard try await accounts.isSignedIn(user, request), actions.suffices(user, request),
            var account = try await accounts.account(user.accountID)
        else {
            return .restartingSignIn
        }
        account.attributes.merge(values) { _, new in new }
        account.updatedAt = request.now
        account.revision += 1
        var transition = try await actions.nextAction(user, account, request)
        transition.changes += [
            ConditionalWrite(.account(.update(account))),
            ConditionalWrite(core.audit(.accountUpdated, request, account: account.id)),
        ]
        return transition
    }
}
