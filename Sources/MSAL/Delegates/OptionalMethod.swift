import Foundation

/// Finds out whether a delegate has an optional method.
///
/// Swift's own protocols have no optional requirements, so each optional method is a requirement with a body that says that it is
/// missing. Whoever calls one listens for that: a method that speaks up was not there, any other one has done what it does.
@MainActor enum OptionalMethod {
    /// A call that is being made, of one method of one object.
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
    ///   - function: The method with the names of its parameters.
    ///   - delegate: Whose method it is.
    ///   - body: Calls it.
    /// - Returns: Whether the delegate has it.
    static func call(_ function: String, of delegate: AnyObject, _ body: () -> Void) -> Bool {
        let call = Call(function, of: delegate)
        $current.withValue(call, operation: body)
        return !call.isMissing
    }

    /// What the body of a missing method does.
    ///
    /// - Parameters:
    ///   - delegate: Whose method it is.
    ///   - function: The method with the names of its parameters.
    static func isMissing(in delegate: AnyObject, _ function: String = #function) {
        // An implemented method may call a missing one of its own or of another object, which is nobody's business.
        guard let current, current.delegate == ObjectIdentifier(delegate), current.function == function else { return }
        current.isMissing = true
    }
}

extension OptionalMethod {
    /// Calls a method; a delegate that does not have it gets an error that says so.
    ///
    /// - Parameters:
    ///   - function: The method with the names of its parameters.
    ///   - delegate: Whose method it is.
    ///   - correlationID: Tells the call in the logs.
    ///   - body: Calls it.
    ///   - report: Calls the error method, which every delegate has.
    static func call<Failed: MSALNativeAuthError>(
        _ function: String,
        of delegate: AnyObject,
        _ correlationID: UUID,
        _ body: () -> Void,
        orElse report: (Failed) -> Void
    ) {
        guard !call(function, of: delegate, body) else { return }
        let name = String(function.prefix { $0 != "(" })
        MSALGlobalConfig.loggerConfig.log(.error, "The delegate has no method \(name)")
        report(Failed(Failure(missing: name, correlationID: correlationID)))
    }
}
