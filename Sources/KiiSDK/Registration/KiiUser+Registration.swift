extension KiiUser {
    /// Registers the user, who is logged in then.
    ///
    /// ``displayName``, ``country``, ``locale`` and the fields of the app's own go along.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``. 503 for a user name that is taken; 304, 305, 307, 308, 310 and 315 for what cannot be, before the server is asked.
    public func performRegistrationSynchronous() throws {
        _ = try registration.wait()
    }

    /// Registers the user, who is logged in then.
    ///
    /// ``displayName``, ``country``, ``locale`` and the fields of the app's own go along.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public func performRegistration(_ block: @escaping KiiUserBlock) {
        registration.hand(to: block)
    }

    /// Registers the user, who is logged in then.
    ///
    /// ``displayName``, ``country``, ``locale`` and the fields of the app's own go along.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 503 for a user name that is taken; 304, 305, 307, 308, 310 and 315 for what cannot be, before the server is asked.
    @discardableResult
    public func performRegistration() async throws -> KiiUser {
        try await registration.value
    }
}
