extension DeviceAuthorization.Decision {
    /// The decision as records keep it.
    var flooredToMilliseconds: Self {
        guard case .approved(let account, let browserSession, let scopes, let authenticatedAt, let methods) = self
        else {
            return self
        }
        return .approved(
            account: account,
            browserSession: browserSession,
            scopes: scopes,
            authenticatedAt: authenticatedAt.flooredToMilliseconds,
            methods: methods
        )
    }
}
