import GatehouseConcurrency
import GatehouseStore
import GatehouseThreads
import Testing

@testable import GatehouseStorePostgres

@Suite struct RequestQueueTests {
    private let queue = RequestQueue<CountedRequest>()

    @Test func failsRequestsWithoutConnection() {
        let request = CountedRequest()
        queue.append(request)
        queue.connectionOpened()
        queue.failIfUnserved(.connectionLost)
        #expect(request.failureCount == 0)
        queue.connectionClosed()
        queue.failIfUnserved(.connectionLost)
        #expect(request.failureCount == 1)
    }

    /// A worker fails the queue while another one connects and a request follows.
    @Test func failsNoRequestAfterConnection() async {
        let request = CountedRequest()
        await withTaskGroup { group in
            group.addTask {
                for _ in 0..<100_000 { queue.failIfUnserved(.connectionLost) }
            }
            group.addTask {
                for _ in 0..<100_000 {
                    queue.connectionOpened()
                    queue.append(request)
                    _ = queue.jobs.removeAll()
                    queue.connectionClosed()
                }
            }
        }
        #expect(request.failureCount == 0)
    }
}

/// A request that counts its failures.
private final class CountedRequest: BatchedRequest {
    static let batchSize = 1
    private let failures = Mutex(0)

    var failureCount: Int { failures.withLock { $0 } }

    func fail(with error: StoreError) {
        failures.withLock { $0 += 1 }
    }
}
