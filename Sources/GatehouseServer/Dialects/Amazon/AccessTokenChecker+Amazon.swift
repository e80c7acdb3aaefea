import GatehouseWire
import HTTPTypes

extension AccessTokenChecker {
    /// Checks the access token of a request to an endpoint of Login with Amazon.
    ///
    /// Only clients of that protocol may send tokens in the query, where logs and histories keep them (RFC 9700
    /// §4.3.2).
    ///
    /// - Throws: `invalid_token` for a token that is not valid, and for another client's token in the query.
    func check(_ request: AmazonAccessTokenRequest, fields: HTTPFields) async throws(OAuthError) -> LiveAccessToken {
        let token = try request.token(fields: fields)
        let live: LiveAccessToken?
        do { live = try await check(token) } catch { throw AmazonError.spell(error) }
        guard let live, request.accessToken == nil || live.client.isOfAmazon else { throw AmazonError.invalidToken }
        return live
    }
}
