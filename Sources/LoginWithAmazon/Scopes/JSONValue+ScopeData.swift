import GatehouseWire

extension JSONValue {
    /// Reads what an app says about a scope.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for anything that JSON does not have.
    init(scopeData value: Any, of scope: String) throws(LoginFailure) {
        do throws(WireError) {
            try self.init(untyped: value)
        } catch {
            throw .invalidInput("The data of scope \(scope) cannot be sent. \(error.message)")
        }
    }
}
