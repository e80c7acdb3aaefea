public import Gatehouse

/// A fault of an app's token store.
public enum StoreFault: Sendable, Hashable, CaseIterable {
    /// Nothing can be read or written until the device is unlocked.
    case locked
    /// The stored data cannot be decoded; removing it repairs the store.
    case corrupt
    /// The app has no permission.
    case denied
    /// Reads succeed, writes fail.
    case full
}

extension MemoryTokenStore {
    /// Injects a fault, which replaces an earlier one; stored data is kept.
    ///
    /// - Parameter fault: The fault; `nil` to end it.
    public func inject(_ fault: StoreFault?) {
        fail(with: fault?.error)
        failSaves(with: fault == .full ? TokenStoreError(.unavailable, "The test fills the disk.") : nil)
    }
}

extension StoreFault {
    /// The error of every call; `nil` if only writes fail.
    fileprivate var error: TokenStoreError? {
        switch self {
        case .locked: TokenStoreError(.locked, "The test locks the device.")
        case .corrupt: TokenStoreError(.corrupt, "The test corrupts the stored data.")
        case .denied: TokenStoreError(.denied, "The test denies the permission.")
        case .full: nil
        }
    }
}
