public import Dispatch
public import Foundation

/// What every call with a completion block has.
public class MSALParameters: NSObject {
    /// Where the completion block is called; the main queue by default.
    public var completionBlockQueue: DispatchQueue?

    /// Parameters with the defaults.
    public override init() {
        super.init()
    }
}
