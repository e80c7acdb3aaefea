import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct DiagnosticsTests {
    @Test func givesNoAdviceForHealthyClient() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let diagnostics = await app.gatehouse.diagnostics()
        #expect(diagnostics.advice == [])
        #expect(diagnostics.store.readError == nil)
        #expect(diagnostics.sessions.map(\.expiresAt) == [try await session.accessToken().expiresAt])
        #expect(diagnostics.clockOffset == 0)
        #expect(diagnostics.events.map(\.kind).contains(.signedIn))
    }

    @Test func reportsUnreachableServer() async throws {
        let app = try TestApp()
        app.server.failNext(OpenIDConfigurationEndpoint.path, times: 2)
        let error = try await failure { try await app.gatehouse.checkServer() }
        let diagnostics = await app.gatehouse.diagnostics(checkingServer: true)
        #expect(diagnostics.serverError == error.message)
        #expect(diagnostics.advice.first == error.message)
        #expect(await app.gatehouse.diagnostics(checkingServer: true).serverError == nil)
    }

    @Test func writesEventsInOrder() async {
        let queue = EventQueue()
        let events = (0..<3).map { DiagnosticEvent(time: .at(Double($0)), kind: .refreshStarted) }
        #expect(queue.enqueue(events[0]))
        // The task that writes the first event also writes those that follow.
        #expect(!queue.enqueue(events[1]))
        #expect(queue.dequeue() == events[0])
        #expect(!queue.enqueue(events[2]))
        #expect([queue.dequeue(), queue.dequeue(), queue.dequeue()] == [events[1], events[2], nil])
        #expect(queue.enqueue(events[0]))
    }

    @Test func reportsLockedStoreWithAdvice() async throws {
        let app = try TestApp()
        app.store.fail(with: TokenStoreError(.locked, "before first unlock"))
        let diagnostics = await app.gatehouse.diagnostics()
        #expect(diagnostics.store.readError == "locked")
        #expect(diagnostics.advice.contains { $0.contains("Unlock") })
    }

    @Test func reportsFullDiskWhenStoreIsReadable() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let diagnostics = await app.gatehouse.diagnostics()
        #expect((diagnostics.store.readError, diagnostics.store.writeError) == (nil, "unavailable"))
        #expect(diagnostics.advice.count == 1)
    }

    @Test func reportsRefreshInAnotherProcess() async throws {
        try await Directory.temporary { directory in
            let app = try TestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            try await app.gatehouse.signIn()
            #expect(await app.gatehouse.diagnostics().isRefreshing == false)
            let theirs = FileTokenStore(directory: directory, protection: .plaintext)
            let grant = try #require(try await theirs.sessions(TestApp.key)?.currentSession)
            let lock = try await theirs.refreshLock?.tryAcquire(
                TestApp.key,
                recording: RefreshJournalEntry(grant, startedAt: app.clock.server)
            )
            #expect(await app.gatehouse.diagnostics().isRefreshing)
            await lock?.clearJournal()
        }
    }

    @Test func reportsLeaseOfAnotherProcessUntilItExpires() async throws {
        let store = MemoryTokenStore()
        let app = try TestApp { $0.tokenStore = DetachableStore(store: store) }
        try await app.gatehouse.signIn()
        let grant = try #require(try await store.sessions(TestApp.key)?.currentSession)
        let clock = ServerClock(device: { [clock = app.clock] in clock.device }, uptime: { .zero })
        let theirs = LeaseRefreshLock(
            sessions: SessionStore(TestApp.key, in: store),
            owner: LeaseOwner(process: "another", client: "one"),
            clock: clock
        )
        let lock = try await theirs.tryAcquire(
            TestApp.key,
            recording: RefreshJournalEntry(grant, startedAt: app.clock.server)
        )
        #expect(await app.gatehouse.diagnostics().isRefreshing)
        app.clock.advance(by: RefreshLease.length)
        #expect(await app.gatehouse.diagnostics().isRefreshing == false)
        await lock?.clearJournal()
    }

    @Test func reportsClockSkew() async throws {
        let app = try TestApp(deviceSkew: 4_000)
        try await app.gatehouse.signIn()
        #expect(await app.gatehouse.diagnostics().advice == ["The clock of this device is 4000 seconds ahead. Set it."])
    }

    @Test func recordsFailedRefreshWithRequestIDAndRetryTime() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3700)
        app.server.next(TokenEndpoint.path, status: 503, body: "")
        let error = try await failure { try await session.accessToken() }
        let diagnostics = await app.gatehouse.diagnostics()
        let event = try #require(diagnostics.events.last { $0.kind == .refreshFailed })
        #expect((event.cause, event.requestID) == ("serverUnavailable 503", error.requestID))
        #expect(diagnostics.sessions.map(\.failedRefreshes) == [1])
        #expect(diagnostics.sessions.compactMap(\.nextRetryAt).count == 1)
    }

    @Test func keepsFailureEventsAcrossProcesses() async throws {
        try await Directory.temporary { directory in
            let app = try TestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let session = try await app.gatehouse.signIn()
            app.clock.advance(by: 3700)
            app.server.next(TokenEndpoint.path, status: 502, body: "")
            _ = try await failure { try await session.accessToken() }
            await app.gatehouse.waitForPendingWork()
            let next = try app.relaunched {
                $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
            }
            #expect(await next.diagnostics().events.first?.kind == .refreshFailed)
        }
    }

    @Test func keepsNewestEventsInRingBuffer() {
        let recorder = EventRingBuffer()
        for number in 0..<1000 {
            recorder.record(DiagnosticEvent(time: .at(Double(number)), kind: .refreshSucceeded))
        }
        #expect(recorder.events.map(\.time) == (1000 - EventRingBuffer.size..<1000).map { .at(Double($0)) })
    }

    @Test func boundsEventLogOfStore() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .plaintext)
            try await store.save(StoredSessions(generation: 1), for: TestApp.key, replacing: nil)
            let log = try #require(store.eventLog)
            let cause = String(repeating: "x", count: 200)
            for number in 0..<400 {
                let event = DiagnosticEvent(time: .at(Double(number)), kind: .refreshFailed, cause: cause)
                await log.append(event, for: TestApp.key)
            }
            let events = await log.events(for: TestApp.key)
            #expect(events.last?.time == .at(399))
            #expect(100..<300 ~= events.count)
        }
    }
}
