public import Foundation

/// The part of Microsoft's service to be served from, for its testers.
public final class MSALSliceConfig: NSObject {
    /// The slice.
    public var slice: String?
    /// The data centre, which every request of a native flow names.
    public var dc: String?

    /// A part of the service.
    ///
    /// - Parameters:
    ///   - slice: The slice.
    ///   - dc: The data centre.
    public init(slice: String?, dc: String?) {
        self.slice = slice
        self.dc = dc
        super.init()
    }
}
