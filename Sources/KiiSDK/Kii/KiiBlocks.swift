/// Gets a user, or the `NSError` that says why there is none.
public typealias KiiUserBlock = (_ user: KiiUser?, _ error: (any Error)?) -> Void

/// Gets the `NSError` that says why something did not work; `nil` when it did.
public typealias KiiErrorBlock = (_ error: (any Error)?) -> Void
