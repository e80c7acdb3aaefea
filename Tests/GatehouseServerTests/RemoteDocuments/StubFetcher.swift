import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseTesting

/// A fetcher whose documents a test sets.
final class StubFetcher: RemoteDocumentFetcher {
    private struct State {
        var documents: [String: Result<RemoteDocument, RemoteDocumentError>] = [:]
        var requests: [String] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    let clock = TestClock()
    private let state = Mutex(State())
    private let begun: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation

    init() {
        (begun, begin) = AsyncStream.makeStream()
    }

    var environment: ServerEnvironment {
        ServerEnvironment(
            now: { [clock] in clock.now },
            random: RandomSource { Data(count: $0) },
            logger: TestTrace.runLogger
        )
    }

    /// The URLs of all requests.
    var requests: [String] { state.withLock { $0.requests } }

    func set(_ url: RemoteURL, _ text: String, maxAge: TimeInterval? = nil) {
        let document = RemoteDocument(body: Data(text.utf8), mediaType: "application/json", maxAge: maxAge)
        state.withLock { $0.documents[url.text] = .success(document) }
    }

    func set(_ url: RemoteURL, _ error: RemoteDocumentError) {
        state.withLock { $0.documents[url.text] = .failure(error) }
    }

    /// Returns once a request has begun that no earlier call has returned for.
    func hasBegun() async {
        for await _ in begun { return }
    }

    /// Lets requests wait until they are released.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func document(at url: RemoteURL) async throws(RemoteDocumentError) -> RemoteDocument {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.requests.append(url.text)
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            begin.yield()
            if !isHeld { continuation.resume() }
        }
        return try (state.withLock { $0.documents[url.text] } ?? .failure(.status(404))).get()
    }
}
