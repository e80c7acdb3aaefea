public import Foundation

/// Why a call of version 2 failed.
public final class APIError: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What happened.
    public var error: AMZNLWAError!
    /// The call.
    public var api: API

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Why a call failed; never `nil`, though the type says so, as the vendor's does.
    ///
    /// - Parameters:
    ///   - api: The call.
    ///   - error: What happened: an ``AMZNLWAError``.
    public init!(errorFor api: API, andError error: Any!) {
        self.api = api
        self.error = error as? AMZNLWAError
        super.init()
    }
}
