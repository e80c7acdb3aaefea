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
        .audit(
            AuditEvent(
                id: environment.newID(),
                at: environment.now,
                kind: kind,
                accountID: account,
                clientID: client == Client.accountPagesID ? nil : client,
                sessionID: session,
                address: context.address,
                requestID: context.requestID,
                detail: detail
            )
        )
    }
}
