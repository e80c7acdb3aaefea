import GatehouseStore
import GatehouseWire

/// The attributes that a client requests, page by page.
extension FlowEngine {
    func submitAttributes(
        _ typed: [String: String],
        _ step: AttributesStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let form = AttributeForm(request.client.attributes)
        let checked = try FlowError.wrappingAttributes(try form.check(typed, page: step.page))
        let values = step.values.merging(checked) { _, new in new }
        if let next = form.page(after: step.page) {
            return Transition(step: .attributes(AttributesStep(subject: step.subject, page: next, values: values)))
        }
        switch step.subject {
        case .new(let proven, let passwordHash):
            return try await createAccount(
                proven,
                PendingRegistration(passwordHash: passwordHash, attributes: values),
                request
            )
        case .existing(let user):
            guard try await isSignedIn(user, request), var account = try await account(user.accountID) else {
                return restartSignIn(request)
            }
            account.attributes.merge(values) { _, new in new }
            account.updatedAt = request.now
            account.revision += 1
            var transition = try await nextAction(user, account, request)
            transition.changes += [
                ConditionalWrite(.account(.update(account))),
                ConditionalWrite(audit(.accountUpdated, request, account: account.id)),
            ]
            return transition
        }
    }
}
