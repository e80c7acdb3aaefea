public import Foundation
import GatehouseConcurrency

/// A block that is called once with additional header fields, or with `nil`.
public typealias MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock = ([String: String]?) -> Void

/// An object that adds header fields to the requests of native flows, for example for a firewall.
#if canImport(ObjectiveC)
@objc(MSALNativeAuthRequestInterceptor)
#endif
public protocol MSALNativeAuthRequestInterceptor: NSObjectProtocol {
    /// Provides additional header fields.
    ///
    /// The request waits for them.
    ///
    /// Names must begin with `x-`, but not with `x-ms-`, `x-client-`, `x-broker-` or `x-app-`. Other fields are
    /// ignored.
    ///
    /// - Parameters:
    ///   - requestUrl: The URL of the request.
    ///   - completionBlock: The block to call with the fields, once, on any thread.
    #if canImport(ObjectiveC)
    @objc(addAdditionalHeaderFields:completionBlock:)
    #endif
    func addAdditionalHeaderFields(
        _ requestUrl: URL?,
        completionBlock: @escaping MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock
    )
}

/// Calls the app's interceptor before each request of a native flow.
final class RequestInterceptorAdapter: Sendable {
    /// Prefixes reserved by Microsoft's SDK and service.
    private static let reserved = ["x-ms-", "x-client-", "x-broker-", "x-app-"]

    // The vendor's interceptors are not Sendable and are called on any thread.
    private nonisolated(unsafe) let interceptor: any MSALNativeAuthRequestInterceptor

    init(_ interceptor: any MSALNativeAuthRequestInterceptor) {
        unsafe self.interceptor = interceptor
    }

    /// Returns the app's header fields for a request.
    func headerFields(for url: URL) async -> [String: String] {
        let fields = await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<[String: String]?, Never>?>(continuation)
            unsafe interceptor.addAdditionalHeaderFields(url) { fields in
                // Ignores further calls of the block.
                waiting.withLock { $0.take() }?.resume(returning: fields)
            }
        }
        return (fields ?? [:]).filter { name, _ in
            let name = name.lowercased()
            return name.hasPrefix("x-") && !Self.reserved.contains { name.hasPrefix($0) }
        }
    }
}
