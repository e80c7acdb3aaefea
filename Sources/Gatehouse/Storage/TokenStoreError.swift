/// Why a store could not do what it was asked; never thrown for *nothing stored*, which is an answer.
public struct TokenStoreError: Error, Sendable, Hashable {
    /// What kind of answer this is.
    public enum Kind: Sendable, Hashable {
        /// Something may be stored, but it cannot be read before the device is unlocked.
        case locked
        /// Something is stored that cannot be understood.
        case corrupt
        /// This process lacks the permission.
        case denied
        /// What is stored is not what was to be replaced: another process was faster.
        case conflict
        /// Anything else, such as a full disk.
        case unavailable
    }

    /// What kind of answer this is.
    public var kind: Kind
    /// What the system reported, for logs; holds nothing that was stored.
    public var detail: String

    /// An error of a store.
    ///
    /// - Parameters:
    ///   - kind: What kind of answer this is.
    ///   - detail: What the system reported, for logs.
    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }
}
