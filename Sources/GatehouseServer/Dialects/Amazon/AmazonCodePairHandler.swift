import GatehouseStore
package import GatehouseWire

/// `/auth/o2/create/codepair`: the device flow as Login with Amazon begins it.
package struct AmazonCodePairHandler: Sendable {
    let devices: DeviceAuthorizationHandler

    /// Answers one request.
    ///
    /// - Throws: The refusals of ``AmazonError``.
    package func codePair(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let request = try AmazonCodePairRequest(parameters: parameters)
        do throws(OAuthError) {
            let client = try await devices.clients.authenticate(
                request.client,
                authorization: authorization,
                dialect: .amazon,
                context: context
            )
            try client.admitToAmazon()
            guard client.grantTypes.contains(.deviceCode) else {
                throw OAuthError(.unauthorizedClient, "The client is not registered for the device grant.")
            }
            var scopes = AmazonScopes.own(for: request.scope)
            try AmazonScopes.check(scopes, registered: client.scopes)
            if client.grantTypes.contains(.refreshToken), client.scopes.contains(.offlineAccess) {
                scopes.insert(.offlineAccess)
            }
            var pair = try await devices.begin(scopes, client)
            // Login with Amazon has no address with the code in it.
            pair.verificationURIComplete = nil
            return pair
        } catch {
            throw AmazonError.spell(error)
        }
    }
}
