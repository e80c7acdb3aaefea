public import GatehouseWire

extension GatehouseClient {
    /// Signs a person in who decides on another device (RFC 8628).
    ///
    /// It takes the place of another sign-in that is asking, as ``signIn(scopes:interaction:options:)`` does. When somebody else has signed in
    /// here by the time the person decides, whoever did that stays, and this ends as cancelled.
    ///
    /// - Parameters:
    ///   - scopes: What the app needs to know or do. `openid` and `offline_access` are asked for in any case.
    ///   - prompt: Shows the code and where to type it in. The server is asked for the person's decision once this has returned, so it must not
    ///     wait for the end of the sign-in. Its task is cancelled with the sign-in.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `cancelled` when the person did not agree or the task was cancelled, `expired` when
    ///   nobody typed the code in, otherwise as ``signIn(scopes:interaction:options:)``.
    @discardableResult
    public func signInWithDevice(
        scopes: ScopeSet = [],
        prompt: @escaping @Sendable (DeviceAuthorizationPrompt) async -> Void
    ) async throws(AuthError) -> Session {
        let request = SignInRequest(scopes: dialect.ownScopes.union(scopes))
        let (dialect, executor) = (dialect, configuration.executor)
        return try await signInOnDevice { () throws(AuthError) in
            let code = try await dialect.deviceCode(for: request)
            // A prompt that does not return must not outlive the sign-in, nor keep the next one waiting.
            let shown = OneShot<Bool>()
            let showing = Task(name: "gatehouse prompt", executorPreference: executor) {
                await prompt(code.prompt)
                shown.resolve(true)
            }
            guard await shown.value != nil else {
                showing.cancel()
                throw .cancelled()
            }
            return code
        }
    }

    /// Waits until a person has decided on another device, once no other sign-in is under way here.
    ///
    /// - Parameter code: Gets the code.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError`` as ``signInWithDevice(scopes:prompt:)``.
    func signInOnDevice(
        with code: @escaping @Sendable () async throws(AuthError) -> DeviceCode
    ) async throws(AuthError) -> Session {
        _ = try await keeper.sessions()
        let flow = DeviceSignIn(environment: configuration.environment, clock: keeper.clock)
        let keeper = keeper
        let grant = try await interaction.run { () throws(AuthError) in
            // Nobody is to type a code in for a sign-in that cannot be kept.
            try await keeper.rehearse()
            let present = Set(try await keeper.sessions().grants.map(\.id))
            let grant = try await flow.run(try await code())
            try await keeper.keep(grant, unlessAfter: present)
            return grant
        }
        return session(grant)
    }
}
