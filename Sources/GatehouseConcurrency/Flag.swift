/// A condition that any thread may set and that stays set.
package struct Flag: ~Copyable, Sendable {
    private let state = Mutex(false)

    /// Creates a flag that is not set.
    package init() {}

    /// Whether the flag is set.
    package var isSet: Bool { state.withLock { $0 } }

    /// Sets the flag.
    package func set() {
        state.withLock { $0 = true }
    }
}
