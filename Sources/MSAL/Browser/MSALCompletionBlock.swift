/// Called once with a result, or with an error of the domain ``MSALErrorDomain``.
public typealias MSALCompletionBlock = (MSALResult?, (any Error)?) -> Void

/// Called once with the account of now, the one of before, or an error of the domain ``MSALErrorDomain``.
public typealias MSALCurrentAccountCompletionBlock = (MSALAccount?, MSALAccount?, (any Error)?) -> Void

/// Called once with whether the person is signed out, or with an error of the domain ``MSALErrorDomain``.
public typealias MSALSignoutCompletionBlock = (Bool, (any Error)?) -> Void
