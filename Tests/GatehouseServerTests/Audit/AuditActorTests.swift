import GatehouseServer
import GatehouseStore
import Testing

@Suite struct AuditActorTests {
    private func actor(
        _ kind: AuditKind,
        account: Account.ID? = "ada",
        client: Client.ID? = "app",
        by actor: AuditActor? = nil
    ) throws -> AuditActor? {
        let server = try ServerHarness()
        let context = RequestMetadata(address: nil, requestID: "request", actor: actor)
        let change = server.identity.audit.event(kind, context, account: account, client: client)
        guard case .audit(let event) = change else { return nil }
        return event.actor
    }

    @Test func namesUserWhoActs() throws {
        #expect(try actor(.passwordChanged) == .user("ada"))
        #expect(try actor(.sessionEnded) == .user("ada"))
    }

    @Test func namesClientThatUsesTokenEndpoint() throws {
        #expect(try actor(.refreshReplayed) == .client("app"))
        #expect(try actor(.workloadAuthenticated, account: nil) == .client("app"))
    }

    @Test func doesNotNameUserWhoHasNotProvenFactor() throws {
        #expect(try actor(.signInFailed) == .anonymous)
        #expect(try actor(.codeSent) == .anonymous)
        #expect(try actor(.deviceDenied, account: nil) == .anonymous)
    }

    @Test func namesOperatorAndJob() throws {
        #expect(try actor(.accountUpdated, by: .operator("alice")) == .operator("alice"))
        #expect(try actor(.accountDeleted, by: .job("cleanup")) == .job("cleanup"))
    }

    @Test func readsItsText() {
        let actors: [AuditActor] = [.user("a:b"), .client("app"), .operator("alice"), .job("cleanup"), .anonymous]
        #expect(actors.map { AuditActor($0.text) } == actors)
        #expect(AuditActor("robot:r2") == nil)
    }
}
