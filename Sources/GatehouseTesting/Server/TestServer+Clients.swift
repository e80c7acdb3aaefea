public import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers a confidential client, such as a website, as `gatehouse client create --type confidential` does.
    ///
    /// ```swift
    /// var configuration = device.configuration(clientID: "site")
    /// configuration.clientSecret = try await server.addConfidentialClient("site")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name shown on pages.
    ///   - redirectURIs: The redirect URIs for sign-ins and sign-outs.
    /// - Returns: The client secret, which is not returned again.
    /// - Throws: An error if the identifier is in use, or the store fails.
    public func addConfidentialClient(
        _ id: String,
        name: String = "Example Site",
        redirectURIs: [String] = [TestServer.appRedirectURI.absoluteString]
    ) async throws -> Secret {
        let registration = ClientRegistration(
            id: Client.ID(id),
            name: name,
            kind: .confidential,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: redirectURIs,
            idTokenAlgorithm: .es256
        )
        let context = RequestMetadata(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core, policy: .standard).register(registration, context: context)
        guard let secret = client.clientSecret else { throw TestServerError("The client \(id) has no secret.") }
        return secret
    }
}
