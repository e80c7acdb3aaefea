import Foundation

/// Detects whether a delegate implements an optional method.
///
/// Swift protocols have no optional requirements, so each optional method is a requirement with a default body that
/// reports itself as missing. The caller records such reports: a method that makes none is implemented.
@MainActor enum OptionalMethod {
    /// A call in progress, of one method of one object.
    @MainActor final class Call {
        let function: String
        let delegate: ObjectIdentifier
        var isMissing = false

        init(_ function: String, of delegate: AnyObject) {
            self.function = function
            self.delegate = ObjectIdentifier(delegate)
        }
    }

    /// The call whose method is running.
    @TaskLocal private static var current: Call?

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - function: The name of the method with its parameters.
    ///   - delegate: The delegate.
    ///   - body: A closure that calls the method.
    /// - Returns: Whether the delegate implements the method.
    static func call(_ function: String, of delegate: AnyObject, _ body: () -> Void) -> Bool {
        let call = Call(function, of: delegate)
        $current.withValue(call, operation: body)
        return !call.isMissing
    }

    /// Reports that a method is missing.
    ///
    /// Called by its default body.
    ///
    /// - Parameters:
    ///   - delegate: The delegate.
    ///   - function: The name of the method with its parameters.
    static func isMissing(in delegate: AnyObject, _ function: String = #function) {
        // An implemented method may call missing methods of its own or of other objects; these do not count.
        guard let current, current.delegate == ObjectIdentifier(delegate), current.function == function else { return }
        current.isMissing = true
    }
}

/// A reply to a delegate: an optional method, or the error method if the delegate does not implement it.
@MainActor struct DelegateReply<Failed: MSALNativeAuthError> {
    private let delegate: AnyObject
    private let onError: (Failed) -> Void

    /// Creates a reply.
    ///
    /// - Parameters:
    ///   - delegate: The delegate.
    ///   - onError: A closure that calls the error method, which every delegate has.
    init(to delegate: AnyObject, onError: @escaping (Failed) -> Void) {
        self.delegate = delegate
        self.onError = onError
    }

    /// Calls an optional method, or reports an error if the delegate does not implement it.
    ///
    /// - Parameters:
    ///   - function: The name of the method with its parameters.
    ///   - correlationID: The correlation ID of the error.
    ///   - body: A closure that calls the method.
    func callAsFunction(_ function: String, _ correlationID: UUID, with body: () -> Void) {
        guard !OptionalMethod.call(function, of: delegate, body) else { return }
        let name = String(function.prefix { $0 != "(" })
        MSALGlobalConfig.loggerConfig.log(.error, "The delegate does not implement \(name)")
        fail(Failed(MSALFailure(missing: name, correlationID: correlationID)))
    }

    /// Calls the error method.
    func fail(_ error: Failed) { onError(error) }
}
