import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// Somebody elsewhere on the network who has got hold of something.
struct Thief: Sendable {
    let server: TestServer
    private let address = "203.0.113.66"

    /// Sends again what was overheard.
    func replay(_ message: Wiretap.Message) async throws -> TokenResponse {
        let answer = await server.answer(message.request, body: message.body, address: address)
        return try Self.read(answer)
    }

    /// Trades a refresh token.
    func refresh(with token: Secret) async throws -> TokenResponse {
        try await redeem(.refreshToken(token, scope: nil))
    }

    /// Redeems whatever it is.
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

    private static func read(_ answer: HTTPAnswer) throws -> TokenResponse {
        guard answer.status == .ok else {
            throw try OAuthError(status: answer.status, fields: answer.fields, body: answer.body)
        }
        return try TokenResponse(body: answer.body, fields: answer.fields)
    }
}
