public import Foundation

/// Why a call of version 2 failed.
public final class APIError: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What happened.
    public var error: AMZNLWAError!
    /// The call.
    public var api: API

    /// Why a call failed.
    ///
    /// - Parameters:
    ///   - api: The call.
    ///   - error: What happened: an ``AMZNLWAError``.
    public init(errorFor api: API, andError error: Any!) {
        self.api = api
        self.error = error as? AMZNLWAError
        super.init()
    }
}
