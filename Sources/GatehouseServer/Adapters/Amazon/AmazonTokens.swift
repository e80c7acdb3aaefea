import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire
package import HTTPTypes

/// The token endpoint `/auth/o2/token` of Login with Amazon.
package struct AmazonTokenHandler: Sendable {
    let token: TokenHandler
    let requests: RequestLimiter

    private var services: GrantServices { token.services }

    /// Processes a token request.
    ///
    /// - Parameters:
    ///   - parameters: The posted form or JSON object; query parameters are not read.
    ///   - authorization: The value of the `Authorization` field.
    ///   - context: The request.
    /// - Returns: The tokens with Amazon's prefixes, without an ID token and scope.
    /// - Throws: The errors of ``AmazonError``.
    package func token(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> TokenResponse {
        let request = try AmazonTokenRequest(parameters: parameters)
        do throws(OAuthError) {
            let client = try await client(of: request, authorization: authorization, context: context)
            try client.requireAmazonRegistration()
            let tokens = try await token.redeem(
                try handler(request.grant),
                of: client,
                options: GrantOptions(excessScopes: .ignored),
                context: context
            )
            return adapt(tokens.response)
        } catch {
            throw AmazonError.adapt(error, invalidGrant: Self.invalidGrantError(for: request.grant))
        }
    }

    private static func invalidGrantError(for grant: TokenGrant) -> OAuthError {
        switch grant {
        case .refreshToken: AmazonError.invalidRefreshToken
        case .deviceCode: AmazonError.invalidCodePair
        default: AmazonError.invalidCode
        }
    }

    private func adapt(_ tokens: TokenResponse) -> TokenResponse {
        TokenResponse(
            accessToken: AmazonTokenPrefix.accessToken.adapt(tokens.accessToken),
            tokenType: .amazonBearer,
            expiresIn: tokens.expiresIn,
            refreshToken: tokens.refreshToken.map(AmazonTokenPrefix.refreshToken.adapt),
            scope: nil
        )
    }

    private func handler(_ grant: TokenGrant) throws(OAuthError) -> any GrantHandler {
        switch grant {
        case .authorizationCode(let code, let redirectURI, let codeVerifier):
            AuthorizationCodeGrant(services: services, code: code, redirectURI: redirectURI, codeVerifier: codeVerifier)
        case .refreshToken(let refreshToken, let scope):
            RefreshTokenGrant(
                services: services,
                token: services.formats.refreshToken(refreshToken),
                scope: scope.map(AmazonScopeMapping.own)
            )
        case .clientCredentials(let scope):
            ClientCredentialsGrant(services: services, scope: scope.map(AmazonScopeMapping.own))
        case .deviceCode(let code): DeviceCodeGrant(services: services, code: code)
        case .tokenExchange, .jwtBearer, .other: throw TokenHandler.unsupportedGrantType
        }
    }

    /// Returns the client of a request; a device is identified by both halves of its code pair.
    private func client(
        of request: AmazonTokenRequest,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> Client {
        if case .deviceCode(let code) = request.grant {
            let client = try await client(of: code, userCode: request.userCode ?? "")
            if request.client.clientID == nil, authorization == nil, !client.isConfidential {
                try requests.countRequest(of: client, context)
                return client
            }
        }
        return try await token.clients.authenticate(
            request.client,
            authorization: authorization,
            rule: .amazon,
            context: context
        )
    }

    private func client(of deviceCode: Secret, userCode: String) async throws(OAuthError) -> Client {
        let device = try await services.records.device(
            DeviceAuthorization.ID(OpaqueToken.hash(of: deviceCode.reveal()))
        )
        guard let device, device.userCode == UserCode.normalize(userCode),
            let client = try await services.records.client(device.clientID)
        else { throw AmazonError.invalidCodePair }
        return client
    }
}

/// The format of tokens that are presented as Login with Amazon issued them.
struct AmazonTokenFormat: TokenFormat {
    func unwrap(accessToken: Secret) -> Secret { AmazonTokenPrefix.accessToken.read(accessToken) }

    func unwrap(refreshToken: Secret) -> Secret { AmazonTokenPrefix.refreshToken.read(refreshToken) }
}

/// The revocation endpoint `/auth/o2/revoke` of Login with Amazon, with which apps sign out.
///
/// Both kinds of tokens end the session and its browser session, so that the next authorization requires a sign-in. An
/// access token ends the browser session only if there is no refresh token, because resource servers see access tokens
/// too.
package struct AmazonRevocationHandler: Sendable {
    let records: RecordLookup
    let audit: AuditLog
    let masterKey: MasterKey
    let environment: ServerEnvironment
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenValidator
    let browserSessions: BrowserSessions

    /// Revokes the session of a token; unknown and expired tokens get the same response (RFC 7009 §2.2).
    ///
    /// - Throws: `invalid_client`; `unauthorized_client` for a valid token of another client, which remains valid.
    package func revoke(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> EmptyResponse {
        guard parameters[.token] != nil else { throw AmazonError.missing(.token) }
        guard let request = try? RevocationRequest(parameters: parameters) else { throw AmazonError.malformed }
        do throws(OAuthError) {
            let client = try await clients.authenticate(
                request.client,
                authorization: authorization,
                rule: .amazon,
                context: context
            )
            try client.requireAmazonRegistration()
            if let session = try await session(of: request.token), session.isAlive(at: environment.now) {
                guard session.clientID == client.id else {
                    throw OAuthError(.unauthorizedClient, "The token was issued to another client.")
                }
                let isRefresh = accessTokens.formats.refreshToken(request.token) != nil
                _ = try await records.firstConflict(
                    committing: end(session, endingBrowser: isRefresh || !session.isOffline, context)
                )
            }
            return EmptyResponse()
        } catch {
            throw AmazonError.adapt(error)
        }
    }

    private func session(of token: Secret) async throws(OAuthError) -> Session? {
        if let refresh = accessTokens.formats.refreshToken(token) {
            let session = try await records.session(refresh.sessionID)
            return session.flatMap { refresh.isAuthentic(for: $0, under: masterKey) ? $0 : nil }
        }
        guard case .user(_, let session)? = try await accessTokens.check(token)?.bearer else { return nil }
        return session
    }

    private func end(_ session: Session, endingBrowser: Bool, _ context: RequestMetadata) -> [Change] {
        var changes: [Change] = [
            .session(.end(session.id, reason: .signedOut, at: environment.now)),
            audit.event(
                .sessionEnded,
                context,
                account: session.accountID,
                client: session.clientID,
                session: session.id,
                detail: SessionEndReason.signedOut.rawValue
            ),
        ]
        // A sign-out on a television does not sign the user out on their phone.
        if endingBrowser, let browser = session.browserSessionID, !session.isOnOtherDevice {
            changes += browserSessions.changes(
                ending: browser,
                of: session.accountID,
                client: session.clientID,
                context: context
            )
        }
        return changes
    }
}

/// The endpoint `/auth/o2/tokeninfo`, with which back ends reject access tokens issued to other apps.
package struct AmazonTokenInfoHandler: Sendable {
    let issuer: String
    let environment: ServerEnvironment
    let accessTokens: AccessTokenValidator

    /// Returns the metadata of an access token.
    ///
    /// - Throws: `invalid_token` unless the token is active and represents a user; `invalid_request` without a token.
    package func tokenInfo(_ query: Parameters, fields: HTTPFields) async throws(OAuthError) -> AmazonTokenInfoResponse
    {
        let live = try await accessTokens.check(try AmazonAccessTokenRequest(parameters: query), fields: fields)
        guard case .user(let account, _) = live.bearer else { throw AmazonError.invalidToken }
        let claims = live.claims
        return AmazonTokenInfoResponse(
            audience: claims.clientID,
            userID: account.amazonUserID,
            issuer: issuer,
            expiresIn: max(0, Int(claims.expiresAt.seconds - UnixTime(environment.now).seconds)),
            applicationID: AmazonIdentifier.application.make(AmazonIdentifier.name(ofClient: claims.clientID)),
            issuedAt: claims.issuedAt
        )
    }
}

extension AccessTokenValidator {
    /// Validates the access token of a request to a Login with Amazon endpoint.
    ///
    /// Only clients of that protocol may send tokens in the query, where logs and histories retain them (RFC 9700
    /// §4.3.2).
    ///
    /// - Throws: `invalid_token` for an invalid token, and for another client's token in the query.
    func check(_ request: AmazonAccessTokenRequest, fields: HTTPFields) async throws(OAuthError) -> ActiveAccessToken {
        let token = try request.token(fields: fields)
        let live: ActiveAccessToken?
        do { live = try await check(token) } catch { throw AmazonError.adapt(error) }
        guard let live, request.accessToken == nil || live.client.isAmazonClient else { throw AmazonError.invalidToken }
        return live
    }
}
