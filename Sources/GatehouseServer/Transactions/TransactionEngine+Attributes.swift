import GatehouseStore
import GatehouseWire

/// The data a client asks for, page by page.
extension TransactionEngine {
    func takeAttributes(
        _ typed: [String: String],
        _ step: AttributesStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let form = AttributeForm(request.client.attributes)
        let values = step.values.merging(try form.check(typed, page: step.page)) { _, new in new }
        if let next = form.page(after: step.page) {
            return Move(step: .attributes(AttributesStep(subject: step.subject, page: next, values: values)))
        }
        switch step.subject {
        case .new(let proven, let passwordHash):
            return try await createAccount(proven, Newcomer(passwordHash: passwordHash, attributes: values), request)
        case .existing(let person):
            guard try await isSignedIn(person, request), var account = try await account(person.accountID) else {
                return signInAgain(request)
            }
            account.attributes.merge(values) { _, new in new }
            account.updatedAt = request.now
            account.revision += 1
            var move = try await proceed(person, account, request)
            move.changes += [
                Guarded(.account(.update(account))), Guarded(audit(.accountUpdated, request, account: account.id)),
            ]
            return move
        }
    }
}
