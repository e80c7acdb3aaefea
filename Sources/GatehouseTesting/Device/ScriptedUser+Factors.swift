extension ScriptedUser {
    /// Adds an authenticator app of a device to the user's account, which turns on the second factor.
    ///
    /// ```swift
    /// let device = server.device(of: ada)
    /// try await ada.enrolAuthenticatorApp(on: device)
    /// try await GatehouseClient(configuration: device.configuration()).signIn()
    /// ```
    ///
    /// The user keeps new recovery codes in ``TestFactors/recoveryCodes``.
    ///
    /// - Parameters:
    ///   - device: The device, of the server with the account.
    ///   - name: The name by which the user recognizes the app.
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    /// - Throws: ``TestServerError`` if there is no such account, or it has too many apps; any error of the store.
    @discardableResult
    public func enrolAuthenticatorApp(on device: TestDevice, named name: String? = nil) async throws -> [String] {
        try await device.factors.enrolAuthenticatorApp(for: email, named: name)
    }

    /// Creates a passkey on a device, and adds it to the user's account.
    ///
    /// The user can sign in with it. It does not turn on the second factor; use
    /// ``TestUsers/setSecondFactor(_:of:)``, or ``TestClients/setSecondFactor(_:of:)`` to require one.
    ///
    /// - Parameters:
    ///   - device: The device, of the server with the account.
    ///   - name: The name by which the user recognizes the passkey.
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    /// - Throws: ``TestServerError`` if there is no such account, or the server does not accept the passkey;
    ///   `AuthError` of the authenticator; any error of the store.
    @discardableResult
    public func addPasskey(on device: TestDevice, named name: String? = nil) async throws -> [String] {
        try await device.factors.addPasskey(for: email, named: name)
    }
}
