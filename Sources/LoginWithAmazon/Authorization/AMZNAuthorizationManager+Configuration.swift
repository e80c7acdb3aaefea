public import Foundation
public import Gatehouse

extension AMZNAuthorizationManager {
    /// Says which API key the app has, where there is no `Info.plist` to say it (as on Linux), or in its place.
    ///
    /// Call it once, before anything else of this module. On Apple platforms the value of `APIKey` in `Info.plist` is used
    /// without it.
    ///
    /// ```swift
    /// AMZNAuthorizationManager.configure(apiKey: "eyJhbGci…")
    /// ```
    ///
    /// Calling it again replaces the key and all that this process remembers; what is stored on the device stays.
    ///
    /// - Parameters:
    ///   - apiKey: The key, as `gatehouse client create --amazon` prints it or Amazon's developer console shows it. One that cannot
    ///     be read, or belongs to another bundle, makes every call fail with ``kAMZNLWAUnauthorizedClient``.
    ///   - bundleIdentifier: The bundle that the key must have been made for; `nil` accepts any.
    ///   - adjust: Changes where sessions are stored, what shows the sign-in page, and what carries requests.
    public class func configure(
        apiKey: String,
        bundleIdentifier: String? = Bundle.main.bundleIdentifier,
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) {
        AmazonApp.current.configure(apiKey: apiKey, bundleIdentifier: bundleIdentifier, adjust: adjust)
    }
}
