#if canImport(ObjectiveC)
import Foundation

/// A delegate and the selector of its method, which some Objective-C calls take instead of a block.
struct KiiCallback {
    private let delegate: (any NSObjectProtocol)?
    private let selector: Selector?

    init(_ delegate: Any?, _ selector: Selector?) {
        self.delegate = delegate as? any NSObjectProtocol
        self.selector = selector
    }

    /// The block for a method with a user and an error.
    var userBlock: KiiUserBlock {
        { user, error in _ = unsafe delegate?.perform(selector, with: user, with: error.map { $0 as NSError }) }
    }

    /// The block for a method with an error.
    var errorBlock: KiiErrorBlock {
        { error in _ = unsafe delegate?.perform(selector, with: error.map { $0 as NSError }) }
    }

    /// Performs a call whose error parameter is its first.
    ///
    /// - Returns: Whether the call succeeded. Otherwise the pointer has the error.
    static func succeeds(_ error: NSErrorPointer, _ call: () throws -> Void) -> Bool {
        do {
            try call()
            return true
        } catch let failure {
            unsafe error?.pointee = failure as NSError
            return false
        }
    }
}
#endif
