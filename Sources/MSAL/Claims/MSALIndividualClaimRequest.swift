public import Foundation

/// A claim that an app wants in a token.
public final class MSALIndividualClaimRequest: NSObject {
    /// The claim.
    public var name: String
    /// What is asked of it; `nil` for nothing in particular.
    public var additionalInfo: MSALIndividualClaimRequestAdditionalInfo?

    /// A claim.
    ///
    /// - Parameter name: The name of the claim.
    public init(name: String) {
        self.name = name
        super.init()
    }
}
