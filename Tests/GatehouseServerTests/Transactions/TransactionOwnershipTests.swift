import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Whose a transaction is, and how long it is one.
@Suite struct TransactionOwnershipTests {
    private let email = "ada@example.com"

    @Test func anotherBrowserNeitherSeesNorMovesIt() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        let own = visit.browser
        visit.browser = BrowserContext(binding: server.server.browserSessions.newBinding(), session: nil)
        #expect(await visit.refused(.code(code)) == .gone)
        await #expect(throws: TransactionError.gone) {
            try await server.server.engine.load(visit.transaction.id, browser: visit.browser)
        }
        visit.browser = own
        try await visit.submit(.code(code))
        #expect(visit.hasCode)
    }

    @Test func anUnknownOneIsGone() async throws {
        let server = try await FullServer.with()
        let visit = try await Visit(on: server)
        for id in ["", "unknown", "../../etc/passwd"] {
            await #expect(throws: TransactionError.gone) {
                try await server.server.engine.load(TransactionRecord.ID(id), browser: visit.browser)
            }
        }
    }

    @Test func aFormOfAnEarlierStepIsStale() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        #expect(visit.number == 1)
        try await visit.submit(.signInByCode(email: email))
        #expect(visit.number == 2)
        #expect(await visit.refused(.signInByCode(email: "eve@example.com"), to: 1) == .stale)
        #expect(await visit.refused(.code("12345678"), to: 3) == .stale)
        #expect(await visit.refused(.cancel, to: 1) == .stale)
        #expect(visit.step.code?.email == email)
        #expect(visit.step.code?.triesLeft == 5)
        #expect(try await server.mailCount == 1)
    }

    @Test func theSameFormInAnotherModeIsAnotherForm() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.show(.signUp))
        #expect(visit.step.mode == .signUp)
        #expect(await visit.refused(.signInByCode(email: email), to: 1) == .stale)
    }

    @Test func aFinishedOneIsGone() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        try await visit.submit(.code(code))
        #expect(visit.hasCode)
        #expect(await visit.refused(.code(code), to: 2) == .gone)
        #expect(await visit.refused(.cancel) == .gone)
    }

    @Test func itLivesForAnHour() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        server.clock.advance(by: 3_599.999)
        try await visit.submit(.signInByCode(email: email))
        server.clock.advance(by: 0.001)
        #expect(await visit.refused(.resendCode) == .gone)
    }

    @Test func itCanBeCancelledAtEveryStep() async throws {
        for name in StepSamples.names {
            var visit = try await StepSamples().visit(at: name)
            try await visit.submit(.cancel)
            #expect(visit.error == .accessDenied, "at \(name)")
            #expect(visit.answer?.state == "state-1")
            #expect(visit.answer?.issuer == visit.server.issuer.absoluteString)
            #expect(await visit.refused(.cancel) == .gone)
        }
    }

    @Test func endsForADevelopmentClientWithoutDevelopmentMode() async throws {
        let server = try await FullServer.with()
        let visit = try await Visit(on: server)
        var client = try #require(try await server.core.store.client("app"))
        client.isForDevelopment = true
        try await server.core.store.commit([.client(.update(client))])
        let production = FullServer(clock: server.clock, store: server.core.store, isDevelopment: false)
        #expect(
            try await server.server.engine.load(visit.transaction.id, browser: visit.browser).id == visit.transaction.id
        )
        await #expect(throws: TransactionError.gone) {
            try await production.server.engine.load(visit.transaction.id, browser: visit.browser)
        }
    }

    @Test func aClientThatIsDeletedTakesItsTransactionsAlong() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await server.core.store.commit([.client(.delete("app"))])
        #expect(await visit.refused(.signInByCode(email: email)) == .gone)
    }
}
