public import Foundation

/// Called once with further header fields, or with `nil` for none.
public typealias MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock = ([String: String]?) -> Void

/// Adds header fields to the requests of native flows, such as a firewall wants.
public protocol MSALNativeAuthRequestInterceptor: NSObjectProtocol {
    /// Hands over further header fields; the request waits for them.
    ///
    /// Names have to begin with `x-`, and not with `x-ms-`, `x-client-`, `x-broker-` or `x-app-`; others are left out.
    ///
    /// - Parameters:
    ///   - requestUrl: Where the request goes.
    ///   - completionBlock: Called with the fields, once, on any thread.
    func addAdditionalHeaderFields(
        _ requestUrl: URL?,
        completionBlock: @escaping MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock
    )
}
