public import Foundation

/// An error as the delegates of version 2 get it.
public final class AMZNLWAError: NSObject {
    /// What happened: one of the constants that begin with `kAMZNLWA`.
    public var code: UInt = kAMZNLWANoError
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The name of the code, for logs.
    public var errorName: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What happened, in a sentence for developers.
    public var message: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What else is known: the keys are those of the `NSError` that version 3 gives.
    public var userInfo: [AnyHashable: Any]!

    /// No error yet.
    public override init() {
        super.init()
    }

    convenience init(_ failure: LoginFailure) {
        self.init()
        become(failure)
    }

    func become(_ failure: LoginFailure) {
        code = failure.code
        errorName = failure.name
        message = failure.message
        userInfo = failure.userInfo
    }
}

/// What version 2 and 3.0 call it.
public typealias AIError = AMZNLWAError
