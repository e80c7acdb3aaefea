#if canImport(notify)
import Dispatch
import notify

extension KeychainItems {
    /// Returns a stream of the notifications that writing processes post.
    func changes(of key: TokenStoreKey) -> AsyncStream<Void>? {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var token = NOTIFY_TOKEN_INVALID
            let status = unsafe notify_register_dispatch(
                Self.changeName(of: key),
                &token,
                DispatchQueue(label: "gatehouse.watch")
            ) { _ in continuation.yield() }
            guard status == NOTIFY_STATUS_OK else { return }
            continuation.onTermination = { [token] _ in notify_cancel(token) }
            continuation.yield()
        }
    }

    static func changeName(of key: TokenStoreKey) -> String {
        "gatehouse.store.\(key.fileName)"
    }

    func postChange(of key: TokenStoreKey) {
        unsafe notify_post(Self.changeName(of: key))
    }
}
#else
extension KeychainItems {
    func changes(of key: TokenStoreKey) -> AsyncStream<Void>? { nil }

    func postChange(of key: TokenStoreKey) {}
}
#endif
