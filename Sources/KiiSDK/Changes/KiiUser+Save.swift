extension KiiUser {
    /// Sends what was changed on this object.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use update(withUserFieldsSynchronous:).")
    public func saveSynchronous() throws {
        _ = try saving.wait()
    }

    /// Sends what was changed on this object.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    @available(*, deprecated, message: "Use update(with:block:).")
    public func save(_ block: @escaping KiiUserBlock) {
        saving.hand(to: block)
    }

    /// Sends what was changed on this object.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``.
    @available(*, deprecated, message: "Use update(with:).")
    @discardableResult
    public func save() async throws -> KiiUser {
        try await saving.value
    }
}
