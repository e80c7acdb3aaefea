package import GatehouseWire

extension OAuthError {
    /// The store did not answer; nothing was changed.
    package static let unavailableStore = OAuthError(
        .serverError,
        "The server could not reach its store; nothing was changed. Try again in a moment."
    )
}
