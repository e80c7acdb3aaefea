public import Gatehouse

/// What can be wrong with the place where an app's sessions are stored.
public enum StoreFault: Sendable, Hashable, CaseIterable {
    /// Nothing can be read or written before the device is unlocked.
    case locked
    /// What is stored cannot be understood; what is removed is gone, and then all is well again.
    case corrupt
    /// The app lacks the permission.
    case denied
    /// Everything can be read, and nothing written.
    case full
}

extension MemoryTokenStore {
    /// Has something be wrong from now on, in place of what was wrong before; what is stored stays.
    ///
    /// - Parameter fault: What is wrong; `nil` for nothing.
    public func suffer(_ fault: StoreFault?) {
        fail(with: fault?.error)
        failSaves(with: fault == .full ? TokenStoreError(.unavailable, "The test filled the disk.") : nil)
    }
}

extension StoreFault {
    /// What every call fails with; `nil` when only writing fails.
    fileprivate var error: TokenStoreError? {
        switch self {
        case .locked: TokenStoreError(.locked, "The test locked the device.")
        case .corrupt: TokenStoreError(.corrupt, "The test damaged what is stored.")
        case .denied: TokenStoreError(.denied, "The test took the permission.")
        case .full: nil
        }
    }
}
