import Foundation
import Synchronization

/// An app's interceptor, asked before each request of a native flow.
final class Interceptor: Sendable {
    /// Microsoft's SDK and its service have these names for themselves.
    private static let reserved = ["x-ms-", "x-client-", "x-broker-", "x-app-"]

    // The vendor's interceptors are not Sendable, and are called on any thread.
    private nonisolated(unsafe) let interceptor: any MSALNativeAuthRequestInterceptor

    init(_ interceptor: any MSALNativeAuthRequestInterceptor) {
        unsafe self.interceptor = interceptor
    }

    /// What the app adds to a request.
    func headerFields(for url: URL) async -> [String: String] {
        let fields = await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<[String: String]?, Never>?>(continuation)
            unsafe interceptor.addAdditionalHeaderFields(url) { fields in
                // An app that answers twice is heard once.
                waiting.withLock { $0.take() }?.resume(returning: fields)
            }
        }
        return (fields ?? [:]).filter { name, _ in
            let name = name.lowercased()
            return name.hasPrefix("x-") && !Self.reserved.contains { name.hasPrefix($0) }
        }
    }
}
