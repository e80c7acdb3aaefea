import Foundation
import Gatehouse
import GatehouseWire

extension AmazonClient {
    /// The time for which a cached profile is used.
    private static let profileAge = Duration.seconds(60 * 60)

    func authorize(_ parameters: Result<AuthorizationParameters, LoginFailure>) async -> AuthorizationResult {
        do throws(LoginFailure) {
            let (parameters, client) = (try parameters.get(), try client())
            do throws(AuthError) {
                let authorization = try await client.authorize(parameters, profileAge: Self.profileAge)
                if parameters.grantType == .code { record(codeRedirectURI: authorization.redirectURI) }
                return .authorized(authorization)
            } catch {
                return error.outcome(of: parameters)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Signs out on the device, at the server and in the browser.
    func signOut() async -> LoginFailure? {
        await attempt { client throws(AuthError) in _ = try await client.gatehouse.signOut() }
    }

    /// Signs out on the device only, as version 2 does.
    func signOutOnDevice() async -> LoginFailure? {
        await attempt { client throws(AuthError) in
            try await AmazonSignIn(of: client.gatehouse).removeSessionsFromDevice()
        }
    }

    /// Returns the profile of the signed-in user.
    func profile() async -> Result<AMZNUser, LoginFailure> {
        await result { client throws(AuthError) in
            let session = try await client.gatehouse.signIn(interaction: .never)
            return AMZNUser(try await session.user(within: Self.profileAge, orOlderOffline: false))
        }
    }

    /// Returns an access token with the scopes without user interaction.
    func accessToken(for scopes: ScopeSet, isFresh: Bool) async -> Result<String, LoginFailure> {
        await result { client throws(AuthError) in
            let session = try await client.gatehouse.signIn(scopes: scopes, interaction: .never)
            let token = try await session.accessToken()
            return isFresh ? try await session.accessToken(replacing: token).value : token.value
        }
    }

    /// Runs an operation with the client and maps its errors to the vendor's.
    func result<Value: Sendable>(
        _ body: (Client) async throws(AuthError) -> Value
    ) async -> Result<Value, LoginFailure> {
        do throws(LoginFailure) {
            let client = try client()
            do throws(AuthError) {
                return .success(try await body(client))
            } catch {
                return .failure(LoginFailure(error))
            }
        } catch {
            return .failure(error)
        }
    }

    private func attempt(_ body: (Client) async throws(AuthError) -> Void) async -> LoginFailure? {
        if case .failure(let failure) = await result(body) { failure } else { nil }
    }
}

extension AmazonClient.Client {
    fileprivate func authorize(
        _ parameters: AuthorizationParameters,
        profileAge: Duration
    ) async throws(AuthError) -> Authorization {
        switch parameters.grantType {
        case .code: try await code(parameters)
        case .token: try await token(parameters, profileAge)
        }
    }

    private func code(_ parameters: AuthorizationParameters) async throws(AuthError) -> Authorization {
        let grant = try await AmazonSignIn(of: gatehouse).authorizationCode(
            scopes: parameters.requested.scopes,
            interaction: parameters.strategy.interaction,
            options: parameters.options
        )
        return Authorization(
            code: grant.code.reveal(),
            clientID: key.clientID,
            redirectURI: grant.redirectURI?.absoluteString ?? redirectURI
        )
    }

    private func token(
        _ parameters: AuthorizationParameters,
        _ profileAge: Duration
    ) async throws(AuthError) -> Authorization {
        let session = try await signIn(parameters)
        do throws(AuthError) {
            return try await authorization(session, profileAge)
        } catch {
            // The server may have ended a stored session, which only a request reveals.
            guard parameters.strategy == .auto, error.code == .signedOut || error.code == .interactionRequired else {
                throw error
            }
            return try await authorization(try await signIn(parameters), profileAge)
        }
    }

    private func signIn(_ parameters: AuthorizationParameters) async throws(AuthError) -> Session {
        try await AmazonSignIn(of: gatehouse).signIn(
            scopes: parameters.requested.scopes,
            interaction: parameters.strategy.interaction,
            options: parameters.options
        )
    }

    private func authorization(_ session: Session, _ profileAge: Duration) async throws(AuthError) -> Authorization {
        var user: AMZNUser?
        if !session.scopes.intersection(Scope.amazonProfile).isEmpty {
            user = AMZNUser(try await session.user(within: profileAge, orOlderOffline: true))
        }
        let token = try await session.accessToken()
        return Authorization(token: token.value, clientID: key.clientID, redirectURI: redirectURI, user: user)
    }
}

extension AMZNInteractiveStrategy {
    fileprivate var interaction: Interaction {
        switch self {
        case .auto: .ifNeeded
        case .never: .never
        case .always: .always
        }
    }
}

extension AuthError {
    /// Returns the outcome of an authorization that failed with this error.
    ///
    /// It is a cancellation if the user closed the page, denied the request or did not return from the browser.
    fileprivate func outcome(of parameters: AuthorizationParameters) -> AuthorizationResult {
        var failure = LoginFailure(self)
        guard parameters.strategy != .never, code == .cancelled || code == .flowExpired else { return .failed(failure) }
        if code == .flowExpired { failure.code = kAMZNLWAErrorUserInterrupted }
        return .cancelled(failure)
    }
}
