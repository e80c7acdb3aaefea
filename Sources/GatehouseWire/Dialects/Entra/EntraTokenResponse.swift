/// Tokens, with what Microsoft's libraries want to hear beside them.
package struct EntraTokenResponse: JSONResponse, Hashable {
    package var tokens: TokenResponse
    /// Seconds that the access token is good for while the server cannot be reached; here never more than otherwise.
    package var extendedExpiresIn: Int?
    package var clientInfo: EntraClientInfo?

    package init(tokens: TokenResponse, clientInfo: EntraClientInfo?) {
        self.tokens = tokens
        extendedExpiresIn = tokens.expiresIn
        self.clientInfo = clientInfo
    }

    private enum CodingKeys: String, CodingKey {
        case extendedExpiresIn = "ext_expires_in"
        case clientInfo = "client_info"
    }

    package init(from decoder: any Decoder) throws {
        tokens = try TokenResponse(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        extendedExpiresIn = try? container.decodeIfPresent(Int.self, forKey: .extendedExpiresIn)
        clientInfo = try container.decodeIfPresent(String.self, forKey: .clientInfo)
            .flatMap(EntraClientInfo.init(encoded:))
    }

    package func encode(to encoder: any Encoder) throws {
        try tokens.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(extendedExpiresIn, forKey: .extendedExpiresIn)
        try container.encodeIfPresent(clientInfo?.encoded, forKey: .clientInfo)
    }
}
