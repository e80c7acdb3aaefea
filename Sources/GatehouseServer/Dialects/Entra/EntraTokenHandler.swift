import GatehouseStore
package import GatehouseWire

/// `/oauth2/v2.0/token`: the end of every flow, and the grants of OAuth for Entra's clients.
package struct EntraTokenHandler: Sendable {
    let flow: EntraFlow
    let token: TokenHandler
    let tenantID: String

    /// Whether a form is one of native authentication.
    package static func isNative(_ form: Parameters) -> Bool {
        form[.grantType].map { EntraTokenRequest.grantTypes.contains(GrantType(rawValue: $0)) } ?? false
    }

    /// Answers a request of native authentication.
    package func native(_ call: EntraCall) async throws(EntraError) -> EntraAnswer<EntraTokenResponse> {
        let request = try call.read(EntraTokenRequest.self)
        let proof: NativeGrant.Proof =
            switch request.proof {
            case .password(let password): .password(password.reveal())
            case .code(let code): .code(code.reveal())
            case .secondFactorCode: .secondFactor
            case .none: .none
            }
        let claims: ClaimsRequest?
        do { claims = try request.claims.map { text throws(OAuthError) in try ClaimsRequest(parsing: text) } } catch {
            throw EntraError(Parameters.entraInvalid(.claims))
        }
        return try await flow.redeem(
            NativeGrant(proof: proof, scopes: request.scope, claims: claims, dialect: .entra),
            request.continuationToken,
            call
        ) { tokens in
            answer(tokens, wantsClientInfo: request.wantsClientInfo)
        }
    }

    /// Answers a request with a grant of OAuth.
    package func standard(
        _ form: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(EntraError) -> EntraTokenResponse {
        var form = form
        if form[.grantType] == GrantType.entraDeviceCode.rawValue {
            form.set(.grantType, GrantType.deviceCode.rawValue)
        }
        let isRefresh = form[.grantType] == GrantType.refreshToken.rawValue
        let tokens: GrantedTokens
        do {
            tokens = try await token.grant(form, authorization: authorization, dialect: .entra, context: context)
        } catch {
            throw EntraError(
                error,
                invalidGrant: isRefresh ? EntraErrorNumber.invalidRefreshToken : EntraErrorNumber.invalidGrant
            )
        }
        return answer(tokens, wantsClientInfo: EntraClientInfo.isWanted(form))
    }

    /// A client's own tokens are nobody's home account.
    private func answer(_ tokens: GrantedTokens, wantsClientInfo: Bool) -> EntraTokenResponse {
        let person = wantsClientInfo ? tokens.person : nil
        return EntraTokenResponse(
            tokens: tokens.response,
            clientInfo: person.map { EntraClientInfo(uid: $0.rawValue, utid: tenantID) }
        )
    }
}
