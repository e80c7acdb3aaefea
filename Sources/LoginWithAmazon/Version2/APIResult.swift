public import Foundation

/// What a call of version 2 brought.
public final class APIResult: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// A text for an access token or a code, a dictionary for a profile, else `nil`.
    public var result: Any!
    /// The call.
    public var api: API

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What a call brought; never `nil`, though the type says so, as the vendor's does.
    ///
    /// - Parameters:
    ///   - api: The call.
    ///   - result: What it brought.
    public init!(resultFor api: API, andResult result: Any!) {
        self.api = api
        self.result = result
        super.init()
    }
}
