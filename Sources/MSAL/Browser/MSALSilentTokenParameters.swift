/// Which tokens are wanted, without asking anybody.
public final class MSALSilentTokenParameters: MSALTokenParameters {
    /// Whether to get a new access token although the one at hand is good.
    public var forceRefresh = false

    /// Parameters with the defaults.
    ///
    /// - Parameters:
    ///   - scopes: What the access token is for.
    ///   - account: Whose tokens they are to be.
    public init(scopes: [String], account: MSALAccount) {
        super.init(scopes: scopes)
        self.account = account
    }
}
