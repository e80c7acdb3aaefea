/// Where an app calls.
enum NativeEndpoint: Sendable {
    /// At one of a flow's own endpoints.
    case flow(NativeIntent.Flow)
    /// At the token endpoint.
    case token(NativeGrant)
}
