extension KiiUser {
    /// Reads from the server what there is to know of the user.
    ///
    /// Of others than the one who is logged in that is the identifier, the user name and the display name.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when nobody is logged in or the user is not registered, 301 when the access token has ended, 324 when there is no such user any more.
    public func refreshSynchronous() throws {
        _ = try refreshing.wait()
    }

    /// Reads from the server what there is to know of the user.
    ///
    /// Of others than the one who is logged in that is the identifier, the user name and the display name.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public func refresh(_ block: @escaping KiiUserBlock) {
        refreshing.hand(to: block)
    }

    /// Reads from the server what there is to know of the user.
    ///
    /// Of others than the one who is logged in that is the identifier, the user name and the display name.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when nobody is logged in or the user is not registered, 301 when the access token has ended, 324 when there is no such user any more.
    @discardableResult
    public func refresh() async throws -> KiiUser {
        try await refreshing.value
    }

    /// Deletes the user at the server and logs out.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in.
    public func deleteSynchronous() throws {
        _ = try deletion.wait()
    }

    /// Deletes the user at the server and logs out.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public func delete(_ block: @escaping KiiUserBlock) {
        deletion.hand(to: block)
    }

    /// Deletes the user at the server and logs out.
    ///
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in.
    @discardableResult
    public func delete() async throws -> KiiUser {
        try await deletion.value
    }
}
