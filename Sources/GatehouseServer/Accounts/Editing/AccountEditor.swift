package import GatehouseStore

/// Everything that an app without pages of the server does to accounts: each function is one commit, or nothing.
///
/// Who may do it is the caller's to know: a person to their own account, an administrator to the accounts of their app
/// (``manages(_:_:)``, ``governs(_:_:)``). What is proven, what is taken and what is too much is decided here, for all doors alike.
package struct AccountEditor: Sendable {
    /// How often something is decided again because somebody else was faster.
    static let rounds = 8

    let engine: TransactionEngine

    var core: ServerCore { engine.core }

    package init(engine: TransactionEngine) {
        self.engine = engine
    }

    package func account(_ id: Account.ID) async throws(AccountError) -> Account {
        let found = try await Self.mapped { () throws(TransactionError) in try await engine.account(id) }
        guard let found else { throw .notFound }
        return found
    }

    /// Runs something of the engine, with its errors as this type's.
    static func mapped<Value>(
        _ body: () async throws(TransactionError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(TransactionError) { return try await body() } catch { throw AccountError(error) }
    }

    func audit(_ kind: AuditKind, _ call: AccountCall, _ account: Account.ID, detail: String? = nil) -> Change {
        core.audit(kind, call.context, account: account, client: call.client.id, detail: detail)
    }

    /// Commits changes, with the codes that go along with them.
    ///
    /// - Parameters:
    ///   - changes: What is to be done.
    ///   - codes: What is to be sent to addresses.
    ///   - insists: Whether nothing is done when a code cannot be sent, because its recipient has been sent too many of late. If not, there
    ///     is no such code: it can be asked for later, and nobody makes codes to guess at without messages that their recipient notices.
    /// - Returns: `false` when the world has moved on, and it has to be decided again.
    /// - Throws: ``AccountError/limited(retryAfter:)``, or ``AccountError/failed``.
    func commit(
        _ changes: [Guarded],
        sending codes: [AddressCode] = [],
        insists: Bool = true
    ) async throws(AccountError) -> Bool {
        var parts = [changes] + codes.map { [Guarded($0.record)] + $0.message }
        while true {
            let all = parts.flatMap(\.self)
            do {
                try await core.store.commit(all.map(\.change))
                return true
            } catch .conflict(let index) {
                switch all[index].conflict {
                case .retry: return false
                case .refuse(let error): throw AccountError(error)
                case .mails where !insists, .pause where !insists: parts.remove(at: Self.part(of: index, parts))
                case .limit, .mails, .pause: throw AccountError(await engine.failures.refusal(of: all[index]))
                }
            } catch {
                throw AccountError(core.failed(error))
            }
        }
    }

    /// Which of the parts holds the change at that position of all.
    private static func part(of index: Int, _ parts: [[Guarded]]) -> Int {
        var end = 0
        return parts.prefix { part in
            end += part.count
            return end <= index
        }.count
    }
}
