import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes

@testable import Gatehouse

/// The store, network and browser of one launch of an app, until the process is killed.
///
/// Each request waits at the gate twice, before it is sent and before its response arrives; an open page waits there
/// too.
final class ClientProcess: Sendable {
    private let store: InvariantCheckingStore
    private let server: MultiUserServer
    private let requestGate = ManualGate()
    private let sleepGate = ManualGate()
    private let state = Mutex(State())

    private struct State {
        var isTerminated = false
        var lock = WeakProcessLock()
    }

    init(store: InvariantCheckingStore, server: MultiUserServer) {
        self.store = store
        self.server = server
    }

    /// Releases a waiting request, or fails it with the fault; returns `false` if none is waiting.
    func release(_ fault: TransportError? = nil, using random: inout SeededGenerator) -> Bool {
        requestGate.release(fault, using: &random)
    }

    /// Sleeps until the simulation releases it, whatever the requested duration.
    func sleep() async throws {
        _ = await sleepGate.wait()
        if isTerminated { throw CancellationError() }
        try Task.checkCancellation()
    }

    /// Ends one of the pending sleeps; returns `false` if there is none.
    func finishSleep(using random: inout SeededGenerator) -> Bool {
        sleepGate.release(nil, using: &random)
    }

    /// Kills the process: its later calls reach neither the store nor the server.
    func kill(using random: inout SeededGenerator) {
        let lock = state.withLock { state in
            state.isTerminated = true
            return state.lock.held
        }
        lock?.release()
        while requestGate.release(Self.end, using: &random) {}
        while sleepGate.release(nil, using: &random) {}
    }

    private var isTerminated: Bool { state.withLock(\.isTerminated) }

    private static let end = TransportError(.unreachable, "The process has ended.")

    private func checkRunning() async throws(TokenStoreError) {
        await Task.yield()
        if isTerminated { throw TokenStoreError(.unavailable, "The process has ended.") }
    }
}

extension ClientProcess: TokenStore {
    var refreshLock: (any RefreshLock)? { self }

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await checkRunning()
        return try store.memory.synchronous?.load(key)
    }

    func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try await checkRunning()
        try store.save(data, for: key, replacing: current)
    }

    func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try await checkRunning()
        try await store.memory.checkWritable(key, byteCount: byteCount)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        throw TokenStoreError(.denied, "Not supported.")
    }
}

extension ClientProcess: RefreshLock {
    /// Acquires a lock that ends with the process, as a file lock does.
    func tryAcquire(
        _ key: TokenStoreKey,
        recording entry: RefreshJournalEntry
    ) async throws(TokenStoreError) -> RefreshLockHandle? {
        try await checkRunning()
        guard let lock = try await store.memory.refreshLock?.tryAcquire(key, recording: entry) else { return nil }
        let held = ProcessLock(lock)
        state.withLock { $0.lock.held = held }
        return RefreshLockHandle(interrupted: lock.interrupted) { await held.clearJournal() }
    }

    func isHeld(_ key: TokenStoreKey) async throws(TokenStoreError) -> Bool {
        try await checkRunning()
        return try await store.memory.refreshLock?.isHeld(key) ?? false
    }

    func abandonedEntries(_ key: TokenStoreKey) async throws(TokenStoreError) -> [RefreshJournalEntry] {
        try await checkRunning()
        return try await store.memory.refreshLock?.abandonedEntries(key) ?? []
    }
}

extension ClientProcess: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard [TokenEndpoint.path, RevocationEndpoint.path, UserInfoEndpoint.path].contains(request.path) else {
            return try await server.send(request, body: body)
        }
        try await waitAtGate()
        let response = try await server.send(request, body: body)
        try await waitAtGate()
        return response
    }

    private func waitAtGate() async throws(TransportError) {
        if isTerminated { throw Self.end }
        if let fault = await requestGate.wait() { throw fault }
    }
}

extension ClientProcess: UserAgent {
    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let page = request.url(redirectURI: request.redirectURI)
        server.show(page)
        do {
            try await waitAtGate()
            return .redirected(try server.approve(page))
        } catch {
            return .dismissed
        }
    }
}
