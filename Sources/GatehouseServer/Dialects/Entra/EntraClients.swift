package import GatehouseStore
package import GatehouseWire

/// Decides who may use native authentication.
package struct EntraClients: Sendable {
    let core: ServerCore

    /// The native app that a form names, counted against its limit.
    ///
    /// - Throws: `unauthorized_client` for a client that nobody knows, `invalid_client` for one that keeps a secret or was not registered
    ///   for native authentication.
    package func admit(_ form: Parameters, context: RequestContext) async throws(EntraError) -> Client {
        guard let id = form[.clientID] else { throw EntraError(Parameters.entraInvalid(.clientID)) }
        let found: Client?
        do { found = try await core.client(Client.ID(id)) } catch { throw EntraError(error) }
        guard let client = found else {
            throw EntraError(
                .unauthorizedClient,
                EntraErrorNumber.unknownClient,
                text: "There is no client with this \(ParameterName.clientID) here."
            )
        }
        guard !client.isConfidential else {
            throw EntraError(
                .invalidClient,
                EntraErrorNumber.confidentialClient,
                text: "The client keeps a secret, and only public clients may use native authentication."
            )
        }
        guard client.native != nil else {
            throw EntraError(
                .invalidClient,
                EntraErrorNumber.nativeDisabled,
                suberror: .nativeDisabled,
                text: "The client is not registered for native authentication."
            )
        }
        do { try ClientAuthenticator(core: core).count(client, context: context) } catch { throw EntraError(error) }
        return client
    }
}

extension Client {
    /// Whether a page of that origin may call in the client's name; who sends no origin is no page.
    ///
    /// - Throws: `unauthorized_client` when it may not.
    package func admit(origin: String?) throws(EntraError) {
        guard let origin, let origins = native?.origins, !origins.contains(origin), !origins.contains("*") else {
            return
        }
        throw EntraError(
            .unauthorizedClient,
            EntraErrorNumber.unknownOrigin,
            text: "The client is not registered for pages of this origin."
        )
    }
}
