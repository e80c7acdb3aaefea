extension KiiUser {
    /// Logs in whoever was logged in when the app ended, without asking the server.
    ///
    /// The token may have ended since: call ``refresh()`` for that, and for current data. Fields of the app's own are not stored.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 331 when nobody is stored; 1205 before the device was unlocked.
    @discardableResult
    public class func authenticateWithStoredCredentialsSynchronous() throws -> KiiUser {
        try restoration.wait()
    }

    /// Logs in whoever was logged in when the app ended, without asking the server.
    ///
    /// The token may have ended since: call ``refresh()`` for that, and for current data. Fields of the app's own are not stored.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameter block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(storedCredentials block: @escaping KiiUserBlock) {
        restoration.hand(to: block)
    }

    /// Logs in whoever was logged in when the app ended, without asking the server.
    ///
    /// The token may have ended since: call ``refresh()`` for that, and for current data. Fields of the app's own are not stored.
    ///
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 331 when nobody is stored; 1205 before the device was unlocked.
    @discardableResult
    public class func authenticateWithStoredCredentials() async throws -> KiiUser {
        try await restoration.value
    }
}
