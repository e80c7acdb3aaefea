/// What one argon2id computation costs, with one lane (RFC 9106 §3.1).
package struct HashCost: Sendable, Equatable {
    /// Memory in KiB; at least 8.
    package let memory: Int
    /// Passes over the memory; at least 1.
    package let passes: Int

    package init(memory: Int, passes: Int) {
        self.memory = memory
        self.passes = passes
    }

    /// 19 MiB and two passes: what the server uses.
    package static let standard = HashCost(memory: 19_456, passes: 2)

    /// The least that argon2id allows, for tests that hash many passwords and prove nothing about strength.
    package static let minimal = HashCost(memory: 8, passes: 1)
}
