public import Foundation

/// Says which code an app waits for.
public final class AMZNGetTokenRequest: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The scopes that the code was created with: ``AMZNScope`` objects.
    public var scopes: [Any]!

    /// A request for nothing yet.
    public override init() {
        super.init()
    }
}
