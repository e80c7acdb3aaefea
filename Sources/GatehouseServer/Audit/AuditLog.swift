package import GatehouseStore

/// Creates the changes that record audit events.
package struct AuditLog: Sendable {
    private let environment: ServerEnvironment

    package init(environment: ServerEnvironment) {
        self.environment = environment
    }

    /// Returns a change that records an audit event of the request; the account pages are not recorded as a client.
    package func event(
        _ kind: AuditKind,
        _ context: RequestMetadata,
        account: Account.ID? = nil,
        client: Client.ID? = nil,
        session: Session.ID? = nil,
        detail: String? = nil
    ) -> Change {
        let client = client == Client.accountPagesID ? nil : client
        return .audit(
            AuditEvent(
                id: environment.newID(),
                at: environment.now,
                kind: kind,
                actor: context.actor ?? kind.actor(account: account, client: client),
                accountID: account,
                clientID: client,
                sessionID: session,
                address: context.address,
                requestID: context.requestID,
                detail: detail
            )
        )
    }
}

extension AuditKind {
    /// Returns the party that acts in a request, by the kind of the event.
    fileprivate func actor(account: Account.ID?, client: Client.ID?) -> AuditActor {
        switch party {
        case .anonymous, .operator, .job: .anonymous
        case .client: client.map { .client($0) } ?? .anonymous
        case .user: account.map { .user($0) } ?? .anonymous
        }
    }
}
