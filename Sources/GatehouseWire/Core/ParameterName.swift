/// The name of a parameter of any endpoint, so that no wire name is spelled outside this module.
///
/// There is no literal conversion on purpose: a name that is missing here is added here.
package struct ParameterName: WireValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let grantType = Self(rawValue: "grant_type")
    package static let code = Self(rawValue: "code")
    package static let redirectURI = Self(rawValue: "redirect_uri")
    package static let clientID = Self(rawValue: "client_id")
    package static let clientSecret = Self(rawValue: "client_secret")
    package static let codeVerifier = Self(rawValue: "code_verifier")
    package static let codeChallenge = Self(rawValue: "code_challenge")
    package static let codeChallengeMethod = Self(rawValue: "code_challenge_method")
    package static let refreshToken = Self(rawValue: "refresh_token")
    package static let scope = Self(rawValue: "scope")
    package static let state = Self(rawValue: "state")
    package static let nonce = Self(rawValue: "nonce")
    package static let responseType = Self(rawValue: "response_type")
    package static let responseMode = Self(rawValue: "response_mode")
    package static let prompt = Self(rawValue: "prompt")
    package static let maxAge = Self(rawValue: "max_age")
    package static let loginHint = Self(rawValue: "login_hint")
    package static let idTokenHint = Self(rawValue: "id_token_hint")
    package static let claims = Self(rawValue: "claims")
    package static let uiLocales = Self(rawValue: "ui_locales")
    package static let claimsLocales = Self(rawValue: "claims_locales")
    package static let acrValues = Self(rawValue: "acr_values")
    package static let display = Self(rawValue: "display")
    package static let request = Self(rawValue: "request")
    package static let requestURI = Self(rawValue: "request_uri")
    package static let registration = Self(rawValue: "registration")
    package static let resource = Self(rawValue: "resource")
    package static let issuer = Self(rawValue: "iss")
    package static let error = Self(rawValue: "error")
    package static let errorDescription = Self(rawValue: "error_description")
    package static let errorURI = Self(rawValue: "error_uri")
    package static let accessToken = Self(rawValue: "access_token")
    package static let tokenType = Self(rawValue: "token_type")
    package static let expiresIn = Self(rawValue: "expires_in")
    package static let idToken = Self(rawValue: "id_token")
    package static let token = Self(rawValue: "token")
    package static let tokenTypeHint = Self(rawValue: "token_type_hint")
    package static let deviceCode = Self(rawValue: "device_code")
    package static let userCode = Self(rawValue: "user_code")
    package static let logoutHint = Self(rawValue: "logout_hint")
    package static let postLogoutRedirectURI = Self(rawValue: "post_logout_redirect_uri")
    package static let clientAssertion = Self(rawValue: "client_assertion")
    package static let clientAssertionType = Self(rawValue: "client_assertion_type")
    package static let sessionState = Self(rawValue: "session_state")
    package static let scopeData = Self(rawValue: "scope_data")
}
