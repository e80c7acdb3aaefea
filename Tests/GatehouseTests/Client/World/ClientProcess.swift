import Foundation
import GatehouseWire
import HTTPTypes
import Synchronization

@testable import Gatehouse

/// What one launch of an app has of the world, until it is killed: the store, the way to the server, and the person's browser.
///
/// Whatever goes over the line waits there twice, as a question and as an answer, and so does a page that is open.
final class ClientProcess: Sendable {
    private let store: WatchedStore
    private let server: PeopleServer
    private let line = HeldLine()
    private let pauses = HeldLine()
    private let state = Mutex(State())

    private struct State {
        var isGone = false
        var turn = WeakTurn()
    }

    init(store: WatchedStore, server: PeopleServer) {
        self.store = store
        self.server = server
    }

    /// Lets something go on, or get lost; `false` when nothing waits.
    func release(_ fault: TransportError? = nil, using random: inout SeededGenerator) -> Bool {
        line.release(fault, using: &random)
    }

    /// Waits for a moment, however long that is said to be.
    func pause() async throws {
        _ = await pauses.wait()
        if hasGone { throw CancellationError() }
        try Task.checkCancellation()
    }

    /// Lets a moment pass for somebody; `false` when nobody waits for that.
    func endPause(using random: inout SeededGenerator) -> Bool {
        pauses.release(nil, using: &random)
    }

    /// Whatever this process does from now on reaches nobody.
    func kill(using random: inout SeededGenerator) {
        let turn = state.withLock { state in
            state.isGone = true
            return state.turn.held
        }
        turn?.drop()
        while line.release(Self.end, using: &random) {}
        while pauses.release(nil, using: &random) {}
    }

    private var hasGone: Bool { state.withLock(\.isGone) }

    private static let end = TransportError(.unreachable, "The process is gone.")

    private func live() async throws(TokenStoreError) {
        await Task.yield()
        if hasGone { throw TokenStoreError(.unavailable, "The process is gone.") }
    }
}

extension ClientProcess: RefreshLocking {
    func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try await live()
        return try store.memory.loadNow(key)
    }

    func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await live()
        try store.save(sessions, for: key, replacing: generation)
    }

    func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        try await live()
        try await store.memory.rehearse(key)
    }

    func remove(_ key: TokenKey) async throws(TokenStoreError) {
        throw TokenStoreError(.denied, "Nothing here ever asks for that.")
    }

    /// The turn ends with the process, as the system's locks do.
    func takeTurn(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        try await live()
        guard let turn = try await store.memory.takeTurn(key, for: intent) else { return nil }
        let held = HeldTurn(turn)
        state.withLock { $0.turn.held = held }
        return RefreshTurn(interrupted: turn.interrupted) { await held.settle() }
    }

    func isTurnTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        try await live()
        return try await store.memory.isTurnTaken(key)
    }

    func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        try await live()
        return try await store.memory.openIntents(key)
    }
}

extension ClientProcess: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard [TokenEndpoint.path, RevocationEndpoint.path, UserInfoEndpoint.path].contains(request.path) else {
            return try await server.send(request, body: body)
        }
        try await pass()
        let answer = try await server.send(request, body: body)
        try await pass()
        return answer
    }

    private func pass() async throws(TransportError) {
        if hasGone { throw Self.end }
        if let fault = await line.wait() { throw fault }
    }
}

extension ClientProcess: UserAgent {
    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let page = visit.page(redirectingTo: visit.redirectURI)
        server.show(page)
        do {
            try await pass()
            return .redirect(try server.agree(to: page))
        } catch {
            return .closed
        }
    }
}
