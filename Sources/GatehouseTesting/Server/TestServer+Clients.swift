public import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers a client that can keep a secret, such as a website's own server, as `gatehouse client create --type confidential` does.
    ///
    /// ```swift
    /// var configuration = device.configuration(clientID: "site")
    /// configuration.clientSecret = try await server.addConfidentialClient("site")
    /// ```
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: What the pages call it.
    ///   - redirectURIs: Where answers may go, after a sign-in and after a sign-out.
    /// - Returns: Its secret, which nobody can ask for again.
    /// - Throws: When the identifier is taken, or the store fails.
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
        let context = RequestContext(address: nil, requestID: "test")
        let client = try await ClientRegistrar(core: core).register(registration, context: context)
        guard let secret = client.clientSecret else { throw TestServerError("The client \(id) was given no secret.") }
        return secret
    }
}
