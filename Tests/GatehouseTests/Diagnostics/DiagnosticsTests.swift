import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct DiagnosticsTests {
    @Test func aHealthyClientHasNothingToAdvise() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let diagnostics = await app.gatehouse.diagnostics()
        #expect(diagnostics.advice == [])
        #expect(diagnostics.store.trouble == nil)
        #expect(diagnostics.sessions.map(\.expiresAt) == [try await session.accessToken().expiresAt])
        #expect(diagnostics.clockOffset == 0)
        #expect(diagnostics.events.map(\.kind).contains(.signedIn))
    }

    @Test func aLockedStoreIsNamedWithWhatToDo() async throws {
        let app = try TestApp()
        app.store.fail(with: TokenStoreError(.locked, "before first unlock"))
        let diagnostics = await app.gatehouse.diagnostics()
        #expect(diagnostics.store.trouble == "locked")
        #expect(diagnostics.advice.contains { $0.contains("Unlock") })
    }

    @Test func aFullDiskIsNamedThoughEverythingCanBeRead() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let diagnostics = await app.gatehouse.diagnostics()
        #expect((diagnostics.store.trouble, diagnostics.store.writeTrouble) == (nil, "unavailable"))
        #expect(diagnostics.advice.count == 1)
    }

    @Test func aRefreshInAnotherProcessIsSeen() async throws {
        try await Directory.temporary { directory in
            let app = try TestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            try await app.gatehouse.signIn()
            #expect(await app.gatehouse.diagnostics().isRefreshing == false)
            let theirs = FileTokenStore(directory: directory, protection: .plaintext)
            let grant = try #require(try await theirs.load(TestApp.key)?.currentGrant)
            let turn = try await theirs.takeTurn(TestApp.key, for: RefreshIntent(grant, since: app.clock.server))
            #expect(await app.gatehouse.diagnostics().isRefreshing)
            await turn?.settle()
        }
    }

    @Test func aLeaseOfAnotherProcessIsSeenUntilItRunsOut() async throws {
        let store = MemoryTokenStore()
        let app = try TestApp { $0.tokenStore = LostStore(store: store) }
        try await app.gatehouse.signIn()
        let grant = try #require(try await store.load(TestApp.key)?.currentGrant)
        let clock = ServerClock(device: { [clock = app.clock] in clock.device }, uptime: { .zero })
        let theirs = LeasedTurns(store: store, holder: LeaseHolder(process: "another", client: "one"), clock: clock)
        let turn = try await theirs.take(TestApp.key, for: RefreshIntent(grant, since: app.clock.server))
        #expect(await app.gatehouse.diagnostics().isRefreshing)
        app.clock.advance(by: RefreshLease.length)
        #expect(await app.gatehouse.diagnostics().isRefreshing == false)
        await turn?.settle()
    }

    @Test func aWrongClockIsMeasured() async throws {
        let app = try TestApp(deviceIsWrongBy: 4_000)
        try await app.gatehouse.signIn()
        #expect(await app.gatehouse.diagnostics().advice == ["The clock of this device is 4000 seconds ahead. Set it."])
    }

    @Test func aFailureIsRecordedWithItsRequestAndWhenItIsTriedAgain() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3700)
        app.server.next(TokenEndpoint.path, 503, "")
        let error = try await failure { try await session.accessToken() }
        let diagnostics = await app.gatehouse.diagnostics()
        let event = try #require(diagnostics.events.last { $0.kind == .refreshFailed })
        #expect((event.cause, event.requestID) == ("serverUnavailable 503", error.requestID))
        #expect(diagnostics.sessions.map(\.failures) == [1])
        #expect(diagnostics.sessions.compactMap(\.retryAt).count == 1)
    }

    @Test func whatWentWrongIsKnownToTheNextProcess() async throws {
        try await Directory.temporary { directory in
            let app = try TestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let session = try await app.gatehouse.signIn()
            app.clock.advance(by: 3700)
            app.server.next(TokenEndpoint.path, 502, "")
            _ = try await failure { try await session.accessToken() }
            await app.gatehouse.finishBackgroundWork()
            let next = try app.relaunched {
                $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
            }
            #expect(await next.diagnostics().events.first?.kind == .refreshFailed)
        }
    }

    @Test func theRecorderKeepsTheNewestEvents() {
        let recorder = FlightRecorder()
        for number in 0..<1000 {
            recorder.record(FlightEvent(time: .at(Double(number)), kind: .refreshed))
        }
        #expect(recorder.events.map(\.time) == (1000 - FlightRecorder.size..<1000).map { .at(Double($0)) })
    }

    @Test func theLogOfAStoreIsBounded() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .plaintext)
            try await store.save(StoredSessions(generation: 1), for: TestApp.key, replacing: nil)
            let cause = String(repeating: "x", count: 200)
            for number in 0..<400 {
                let event = FlightEvent(time: .at(Double(number)), kind: .refreshFailed, cause: cause)
                await store.remember(event, of: TestApp.key)
            }
            let events = await store.rememberedEvents(of: TestApp.key)
            #expect(events.last?.time == .at(399))
            #expect(100..<300 ~= events.count)
        }
    }
}
