public import Foundation

/// What is asked of one claim.
public final class MSALIndividualClaimRequestAdditionalInfo: NSObject {
    /// Whether the app cannot do without it (`NSNumber` of a truth value).
    public var essential: NSNumber?
    /// The value that it is to have.
    public var value: Any?
    /// The values of which it is to have one.
    public var values: [Any]?

    /// Nothing in particular.
    public override init() {
        super.init()
    }

    /// What is asked of one claim.
    ///
    /// - Parameters:
    ///   - essential: Whether the app cannot do without it.
    ///   - value: The value that it is to have.
    ///   - values: The values of which it is to have one.
    public init(essential: NSNumber?, value: Any?, values: [Any]?) {
        self.essential = essential
        self.value = value
        self.values = values
        super.init()
    }
}
