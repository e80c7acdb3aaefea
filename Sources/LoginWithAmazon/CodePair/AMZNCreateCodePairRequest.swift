public import Foundation

/// What an app asks for when somebody signs in on another device.
public final class AMZNCreateCodePairRequest: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What the app needs: ``AMZNScope`` objects.
    public var scopes: [Any]!

    /// A request for nothing yet.
    public override init() {
        super.init()
    }
}
