import GatehouseConcurrency

/// Runs all ready jobs one after the other on the test's thread, in an order that a seed decides.
///
/// Tasks that prefer it, and the actors they call, run nowhere else, so a seed reproduces its run.
final class SeededExecutor: Sendable {
    private struct State {
        var ready: [@Sendable () -> Void] = []
        var random: SeededGenerator
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    /// The preference of a client's tasks.
    var preference: TaskExecutorPreference {
        TaskExecutorPreference { [self] job in state.withLock { $0.ready.append(job) } }
    }

    /// Runs a random ready job; returns `false` if there is none.
    func step() -> Bool {
        let job = state.withLock { state -> (@Sendable () -> Void)? in
            guard let index = state.ready.indices.randomElement(using: &state.random) else { return nil }
            return state.ready.remove(at: index)
        }
        guard let job else { return false }
        job()
        return true
    }
}

extension SeededExecutor {
    /// The body did not finish, although no job is left.
    struct DidNotFinish: Error {}

    /// Runs the body and all ready jobs until none is left.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = Box<Value>()
        preference.task(name: "run") {
            do {
                let value = try await body()
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
        }
        while step() {}
        guard let result = box.result.withLock(\.self) else { throw DidNotFinish() }
        return try result.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }
}

/// A reproducible random number generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
