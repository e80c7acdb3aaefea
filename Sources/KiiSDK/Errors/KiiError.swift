public import Foundation

/// The codes of the errors that calls of this module throw and hand over.
///
/// Every error is an `NSError` whose `domain` is ``errorDomain`` and whose `code` is one of these. Its `userInfo` has a text under `description` in any case, and where the
/// server answered, its error code under `server_code`, its words under `server_message` and the status of the answer under `http_status`.
public final class KiiError: NSObject {
    /// The domain of every error of this module; Kii never said what its own is called.
    public static let errorDomain: String = "KiiErrorDomain"

    private override init() {
        super.init()
    }

    /// An error as this module makes them.
    ///
    /// - Parameters:
    ///   - code: What happened, such as ``codeInvalidAccessToken()``.
    ///   - userInfo: What else is known. A `description` that is a `String` is added when there is none.
    /// - Returns: An `NSError`.
    public class func error(withCode code: Int, userInfo: [AnyHashable: Any]?) -> any Error {
        var named: [String: Any] = [:]
        for (key, value) in userInfo ?? [:] {
            if let name = key.base as? String { named[name] = value }
        }
        return NSError(kii: code, named)
    }
}
