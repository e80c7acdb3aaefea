import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Refreshes whose request never left the device.
@Suite struct UnsentRequestTests {
    private let app: TestApp
    private let transport: FaultyTransport
    private let gatehouse: GatehouseClient
    private let session: Session

    /// Creates an app whose access token has expired.
    init() async throws {
        app = try TestApp()
        transport = FaultyTransport(to: app.server)
        gatehouse = try app.relaunched { [transport] in $0.transport = transport }
        session = try await gatehouse.signIn()
        app.clock.advance(by: 3700)
        // The metadata is cached, so that the token request is the one that fails.
        try await gatehouse.checkServer()
    }

    /// Lets the next attempt fail, whether it is the caller's or the scheduled one.
    private func fail(with fault: FaultyTransport.Fault, after seconds: TimeInterval = 0) async throws {
        transport.setFault(fault)
        app.clock.advance(by: seconds)
        #expect(try await failure { try await session.accessToken() }.code == .network)
    }

    @Test func reportsRejectionAfterOutage() async throws {
        for _ in 0..<3 {
            try await fail(with: .noConnection, after: 2)
        }
        transport.setFault(.revoked)
        app.clock.advance(by: 2)
        let error = try await failure { try await session.accessToken() }
        #expect(error.code == .signedOut)
        #expect(error.signedOutReason == .endedByServer(errorCode: "invalid_grant"))
    }

    @Test func reportsInterruptedRefreshAfterLostResponseAndOutage() async throws {
        try await fail(with: .responseLost)
        try await fail(with: .noConnection, after: 20)
        transport.setFault(.revoked)
        app.clock.advance(by: 20)
        #expect(try await failure { try await session.accessToken() }.signedOutReason == .interruptedRefresh)
    }

    @Test func leavesNoJournalEntryForUnsentRequest() async throws {
        try await fail(with: .noConnection)
        #expect(try await app.store.refreshLock?.abandonedEntries(TestApp.key) == [])
        try await fail(with: .responseLost, after: 20)
        #expect(try await app.store.refreshLock?.abandonedEntries(TestApp.key).count == 1)
    }

    @Test func succeedsImmediatelyWhenNetworkReturnsAfterADay() async throws {
        let executor = SeededExecutor(seed: 1)
        let gatehouse = try app.relaunched { [transport] in
            $0.transport = transport
            $0.executor = executor.preference
        }
        let session = try #require(try executor.run { try await gatehouse.session() })
        transport.setFault(.noConnection)
        for _ in 0..<1_440 {
            app.clock.advance(by: 60)
            _ = try executor.run { try? await session.accessToken() }
        }
        // By now the scheduled backoff has reached its maximum.
        let retryAt = try #require(try executor.run { await gatehouse.diagnostics() }.sessions.first?.nextRetryAt)
        let now = try executor.run { gatehouse.manager.clock.now }
        #expect(retryAt > now)
        transport.setFault(nil)
        app.clock.advance(by: 1)
        #expect(try executor.run { try? await session.accessToken() } != nil)
    }

    @Test func repeatsFailureForAtMostOneSecond() async throws {
        for _ in 0..<2 { try await fail(with: .noConnection) }
        let sent = transport.sent
        let error = try await failure { try await session.accessToken() }
        #expect(transport.sent == sent)
        guard case .retry(after: let pause?) = error.recovery else {
            Issue.record("no retry time: \(error)")
            return
        }
        #expect(pause <= .seconds(1))
        app.clock.advance(by: 1)
        _ = try await failure { try await session.accessToken() }
        #expect(transport.sent > sent)
    }

    @Test func keepsRetryScheduleAfterEarlyAttempts() async throws {
        app.server.repeatResponses()
        var retryTimes = Set<Date>()
        for _ in 0..<3 { try await fail(with: .responseLost) }
        // The first failure without a connection starts its own backoff; later attempts do not.
        try await fail(with: .noConnection, after: 20)
        for _ in 0..<2 {
            retryTimes.insert(try #require(await gatehouse.diagnostics().sessions.first?.nextRetryAt))
            try await fail(with: .noConnection, after: 1)
        }
        #expect(retryTimes.count == 1)
        transport.setFault(nil)
        var events = gatehouse.events.makeAsyncIterator()
        app.clock.advance(by: 30)
        #expect(await events.next()?.kind == .cameOnline)
    }

    @Test func retriesImmediatelyAfterNetworkChange() async throws {
        let (changes, network) = AsyncStream.makeStream(of: Void.self)
        let gatehouse = try app.relaunched { [transport] in
            $0.transport = transport
            $0.environment.networkChanges = { changes }
        }
        let session = try #require(try await gatehouse.session())
        transport.setFault(.responseLost)
        for _ in 0..<3 { #expect(try await failure { try await session.accessToken() }.code == .network) }
        app.server.repeatResponses()
        var events = gatehouse.events.makeAsyncIterator()
        transport.setFault(nil)
        network.yield()
        #expect(await events.next()?.kind == .cameOnline)
    }

    @Test func doesNotRepeatRejectedRefreshOnNetworkChange() async throws {
        let (change, handled) = (Promise<Void>(), Promise<Bool>())
        let requestCount = Mutex(0)
        let gatehouse = try app.relaunched { [transport] in
            $0.transport = transport
            $0.environment.networkChanges = {
                AsyncStream(unfolding: {
                    let isFirst = requestCount.withLock { requestCount in
                        requestCount += 1
                        return requestCount == 1
                    }
                    if isFirst { return await change.value }
                    // The client comes back once it has handled the first change.
                    handled.resolve(true)
                    return nil
                })
            }
        }
        let session = try #require(try await gatehouse.session())
        transport.setFault(.status(.serviceUnavailable))
        for _ in 0..<3 { #expect(try await failure { try await session.accessToken() }.code == .serverUnavailable) }
        let sent = transport.sent
        change.resolve(())
        #expect(await handled.value == true)
        await gatehouse.waitForPendingWork()
        #expect(transport.sent == sent)
        transport.setFault(nil)
        var events = gatehouse.events.makeAsyncIterator()
        await gatehouse.retryPendingWork()
        #expect(await events.next()?.kind == .cameOnline)
    }

    @Test func endsNetworkMonitoringWithClient() async throws {
        let (changes, network) = AsyncStream.makeStream(of: Void.self)
        let ended = Promise<Bool>()
        network.onTermination = { _ in ended.resolve(true) }
        var gatehouse: GatehouseClient? = try app.relaunched { $0.environment.networkChanges = { changes } }
        _ = try await gatehouse?.session()
        gatehouse = nil
        #expect(await ended.value == true)
    }
}
