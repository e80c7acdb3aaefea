/// The proofs that an app can ask a person for.
package struct NativeChallenges: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A code that was mailed.
    package static let code = NativeChallenges(rawValue: 1 << 0)
    package static let password = NativeChallenges(rawValue: 1 << 1)

    /// - Throws: ``TransactionError/needsBrowser(_:)`` with what is needed and not among these.
    func require(_ needed: NativeChallenges) throws(TransactionError) {
        guard isSuperset(of: needed) else { throw .needsBrowser(needed.subtracting(self)) }
    }
}
