import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// An attacker at another network address who has obtained a credential.
struct Attacker: Sendable {
    let server: TestServer
    private let address = "203.0.113.66"

    /// Sends a captured request again.
    func replay(_ message: RecordingTransport.Message) async throws -> TokenResponse {
        let response = await server.answer(message.request, body: message.body, address: address)
        return try Self.read(response)
    }

    /// Redeems a refresh token.
    func refresh(with token: Secret) async throws -> TokenResponse {
        try await redeem(.refreshToken(token, scope: nil))
    }

    /// Sends a token request.
    func redeem(_ grant: TokenGrant) async throws -> TokenResponse {
        let request = TokenRequest(grant: grant, client: ClientAuthentication.none(clientID: "app").form)
        var message = HTTPRequest(
            method: .post,
            scheme: "https",
            authority: server.issuer.host(),
            path: "/oauth2/token"
        )
        message.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let body = Data(request.parameters.formEncoded.utf8)
        return try Self.read(await server.answer(message, body: body, address: address))
    }

    private static func read(_ response: ServerResponse) throws -> TokenResponse {
        guard response.status == .ok else {
            throw try OAuthError(status: response.status, fields: response.fields, body: response.body)
        }
        return try TokenResponse(body: response.body, fields: response.fields)
    }
}
