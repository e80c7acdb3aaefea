public import Foundation

/// Hears of the outcome of a call of version 2: one of the two methods is called, once.
///
/// Each method may be declared with or without the `!`, as the vendor's Objective-C protocol allows; one spelling is enough.
/// In the Swift 6 language mode a class of the main actor, such as a view controller, conforms with `@preconcurrency` before the name.
public protocol AMZNLWAAuthenticationDelegate: NSObjectProtocol {
    /// The call succeeded.
    ///
    /// - Parameter apiResult: What it brought.
    func requestDidSucceed(_ apiResult: APIResult!)
    /// The call succeeded.
    ///
    /// - Parameter apiResult: What it brought.
    func requestDidSucceed(_ apiResult: APIResult)
    /// The call failed.
    ///
    /// - Parameter errorResponse: Why.
    func requestDidFail(_ errorResponse: APIError!)
    /// The call failed.
    ///
    /// - Parameter errorResponse: Why.
    func requestDidFail(_ errorResponse: APIError)
}

/// What version 2 and 3.0 call it.
public typealias AIAuthenticationDelegate = AMZNLWAAuthenticationDelegate

extension AMZNLWAAuthenticationDelegate {
    /// Calls the other spelling.
    ///
    /// - Parameter apiResult: What the call brought.
    public func requestDidSucceed(_ apiResult: APIResult!) {
        guard let apiResult else { return }
        let other: (APIResult) -> Void = requestDidSucceed
        Spelling.once(for: self) { other(apiResult) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter apiResult: What the call brought.
    public func requestDidSucceed(_ apiResult: APIResult) {
        let other: (APIResult?) -> Void = requestDidSucceed
        Spelling.once(for: self) { other(apiResult) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter errorResponse: Why the call failed.
    public func requestDidFail(_ errorResponse: APIError!) {
        guard let errorResponse else { return }
        let other: (APIError) -> Void = requestDidFail
        Spelling.once(for: self) { other(errorResponse) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter errorResponse: Why the call failed.
    public func requestDidFail(_ errorResponse: APIError) {
        let other: (APIError?) -> Void = requestDidFail
        Spelling.once(for: self) { other(errorResponse) }
    }
}
