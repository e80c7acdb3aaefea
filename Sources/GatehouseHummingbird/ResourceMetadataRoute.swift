public import GatehouseVerifier
public import Hummingbird

extension RouterMethods {
    /// Adds the route of the metadata of the API (RFC 9728 §3), which challenges refer to.
    ///
    /// - Parameter verifier: The verifier of the API; without ``VerifierConfiguration/resource``, no route is added.
    /// - Returns: The router, for chaining.
    @discardableResult
    public func addResourceMetadata(of verifier: TokenVerifier) -> Self {
        guard let document = verifier.metadataDocument else { return self }
        let response = { @Sendable in
            Response(
                status: .ok,
                headers: document.fields,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.body))
            )
        }
        return get(RouterPath(document.path)) { _, _ in response() }
    }
}
