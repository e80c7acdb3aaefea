import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// How long the audit log is kept.
@Suite struct EventsRetentionTests {
    private func server(keeping time: TimeInterval?) async throws -> TestServer {
        var lifetimes = Lifetimes()
        lifetimes.auditEvents = time
        let server = try TestServer(lifetimes: lifetimes)
        try await server.store.commit([server.core.audit(.signedIn, server.context)])
        server.clock.advance(by: 86_400)
        try await server.store.commit([server.core.audit(.signedOut, server.context)])
        return server
    }

    @Test func housekeepingForgetsEventsThatAreOldEnough() async throws {
        let server = try await server(keeping: 90 * 86_400)
        let housekeeping = Housekeeping(core: server.core, wait: { _ in })
        server.clock.advance(by: 89 * 86_400)
        #expect(try await housekeeping.sweep() == 0)
        server.clock.advance(by: 0.001)
        #expect(try await housekeeping.sweep() == 1)
        #expect(try await server.audited() == [.signedOut])
    }

    @Test func unlessTheyAreToBeKeptForEver() async throws {
        let server = try await server(keeping: nil)
        server.clock.advance(by: 10_000 * 86_400)
        #expect(try await Housekeeping(core: server.core, wait: { _ in }).sweep() == 0)
        #expect(try await server.audited() == [.signedIn, .signedOut])
    }
}
