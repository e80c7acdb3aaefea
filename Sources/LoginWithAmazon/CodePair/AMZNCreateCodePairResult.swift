public import Foundation

/// What to show a person who signs in on another device.
public final class AMZNCreateCodePairResult: NSObject {
    /// What the person types in.
    public var userCode: String
    /// Where the person types it in.
    public var verificationUri: URL

    /// What to show a person.
    ///
    /// - Parameters:
    ///   - userCode: What the person types in.
    ///   - verificationUri: Where the person types it in.
    public init(userCode: String, verificationUri: URL) {
        self.userCode = userCode
        self.verificationUri = verificationUri
        super.init()
    }
}
