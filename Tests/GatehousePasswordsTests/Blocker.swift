import Dispatch

@testable import GatehousePasswords

/// Work that occupies one thread of a pool until it is released.
struct Blocker {
    private let gate: DispatchSemaphore
    private let task: Task<Void, Never>
    private let begun: AsyncStream<Void>

    init(on workers: BoundedThreadPool) {
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        self.gate = gate
        self.begun = begun
        task = Task {
            try? await workers.run {
                begin.finish()
                gate.wait()
            }
        }
    }

    /// Returns once the thread is occupied.
    func hasBegun() async {
        for await _ in begun {}
    }

    func release() async {
        gate.signal()
        await task.value
    }
}
