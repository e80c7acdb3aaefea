import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Refreshes whose request never left the device.
@Suite struct UnsentRequestTests {
    private let app: TestApp
    private let line: FaultyLine
    private let gatehouse: GatehouseClient
    private let session: Session

    /// An app whose access token has expired.
    init() async throws {
        app = try TestApp()
        line = FaultyLine(to: app.server)
        gatehouse = try app.relaunched { [line] in $0.transport = line }
        session = try await gatehouse.signIn()
        app.clock.advance(by: 3700)
        // The metadata is at hand, so that the request for tokens is the one that fails.
        try await gatehouse.reachServer()
    }

    /// Fails whichever try comes first after that time: the caller's or the one by itself.
    private func fail(with fault: FaultyLine.Fault, after seconds: TimeInterval = 0) async throws {
        line.setFault(fault)
        app.clock.advance(by: seconds)
        #expect(try await failure { try await session.accessToken() }.code == .network)
    }

    @Test func sessionEndedAfterOutageIsReportedAsRefused() async throws {
        for _ in 0..<3 {
            try await fail(with: .noConnection, after: 2)
        }
        line.setFault(.revoked)
        app.clock.advance(by: 2)
        let error = try await failure { try await session.accessToken() }
        #expect(error.code == .signedOut)
        #expect(error.signedOutReason == .refused("invalid_grant"))
    }

    @Test func lostAnswerBeforeOutageStillCountsAsInterrupted() async throws {
        try await fail(with: .answerLost)
        try await fail(with: .noConnection, after: 20)
        line.setFault(.revoked)
        app.clock.advance(by: 20)
        #expect(try await failure { try await session.accessToken() }.signedOutReason == .interruptedRefresh)
    }

    @Test func leavesNoOpenIntent() async throws {
        try await fail(with: .noConnection)
        #expect(try await app.store.openIntents(TestApp.key).isEmpty)
        try await fail(with: .answerLost, after: 20)
        #expect(try await app.store.openIntents(TestApp.key).count == 1)
    }

    @Test func callSucceedsAtOnceWhenTheNetworkReturnsAfterADay() async throws {
        let executor = SeededExecutor(seed: 1)
        let gatehouse = try app.relaunched { [line] in
            $0.transport = line
            $0.executor = executor
        }
        let session = try #require(try executor.run { try await gatehouse.session() })
        line.setFault(.noConnection)
        for _ in 0..<1_440 {
            app.clock.advance(by: 60)
            _ = try executor.run { try? await session.accessToken() }
        }
        // The back-off of its own accord has reached its longest pause by now.
        let retryAt = try #require(try executor.run { await gatehouse.diagnostics() }.sessions.first?.retryAt)
        let now = try executor.run { await gatehouse.keeper.clock.now }
        #expect(retryAt > now)
        line.setFault(nil)
        app.clock.advance(by: 1)
        #expect(try executor.run { try? await session.accessToken() } != nil)
    }

    @Test func callsRepeatTheFailureForASecondAtMost() async throws {
        for _ in 0..<2 { try await fail(with: .noConnection) }
        let sent = line.sent
        let error = try await failure { try await session.accessToken() }
        #expect(line.sent == sent)
        guard case .retry(after: let pause?) = error.recovery else {
            Issue.record("no pause: \(error)")
            return
        }
        #expect(pause <= .seconds(1))
        app.clock.advance(by: 1)
        _ = try await failure { try await session.accessToken() }
        #expect(line.sent > sent)
    }

    @Test func earlyTriesLeaveTheScheduleAlone() async throws {
        app.server.repeatAnswers()
        var pauses = Set<Date>()
        for _ in 0..<3 { try await fail(with: .answerLost) }
        // The first failure without a connection begins a pause of its own; the tries after it do not.
        try await fail(with: .noConnection, after: 20)
        for _ in 0..<2 {
            pauses.insert(try #require(await gatehouse.diagnostics().sessions.first?.retryAt))
            try await fail(with: .noConnection, after: 1)
        }
        #expect(pauses.count == 1)
        line.setFault(nil)
        var events = gatehouse.events.makeAsyncIterator()
        app.clock.advance(by: 30)
        #expect(await events.next()?.kind == .cameBack)
    }

    @Test func networkChangeRetriesAtOnce() async throws {
        let (changes, network) = AsyncStream.makeStream(of: Void.self)
        let gatehouse = try app.relaunched { [line] in
            $0.transport = line
            $0.environment.networkChanges = { changes }
        }
        let session = try #require(try await gatehouse.session())
        line.setFault(.answerLost)
        for _ in 0..<3 { #expect(try await failure { try await session.accessToken() }.code == .network) }
        app.server.repeatAnswers()
        var events = gatehouse.events.makeAsyncIterator()
        line.setFault(nil)
        network.yield()
        #expect(await events.next()?.kind == .cameBack)
    }

    @Test func networkWatchEndsWithTheClient() async throws {
        let (changes, network) = AsyncStream.makeStream(of: Void.self)
        let ended = OneShot<Bool>()
        network.onTermination = { _ in ended.resolve(true) }
        var gatehouse: GatehouseClient? = try app.relaunched { $0.environment.networkChanges = { changes } }
        _ = try await gatehouse?.session()
        gatehouse = nil
        #expect(await ended.value == true)
    }
}
