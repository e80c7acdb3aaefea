import Foundation
import Gatehouse
import GatehouseWire

extension AmazonApp {
    /// How long what the server said about a person is good for.
    private static let profileAge = Duration.seconds(60 * 60)

    func authorize(_ wish: Result<AuthorizationWish, LoginFailure>) async -> AuthorizationOutcome {
        do throws(LoginFailure) {
            let (wish, client) = (try wish.get(), try client())
            do throws(AuthError) {
                let authorization = try await client.authorize(wish, profileAge: Self.profileAge)
                if wish.grantType == .code { remember(codeRedirectURI: authorization.redirectURI) }
                return .authorized(authorization)
            } catch {
                return error.outcome(of: wish)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Signs out on the device and at the server.
    func signOut() async -> LoginFailure? {
        await attempt { client throws(AuthError) in _ = try await client.gatehouse.signOut() }
    }

    /// Signs out on the device alone, as version 2 does.
    func forgetOnDevice() async -> LoginFailure? {
        await attempt { client throws(AuthError) in try await client.gatehouse.forgetOnDevice() }
    }

    /// The profile of whoever is signed in.
    func profile() async -> Result<AMZNUser, LoginFailure> {
        await result { client throws(AuthError) in
            let session = try await client.gatehouse.signIn(interaction: .never)
            return AMZNUser(try await session.user(within: Self.profileAge, orOlderOffline: false))
        }
    }

    /// An access token that covers the scopes, without asking anybody; a new one when the one at hand is not wanted.
    func accessToken(for scopes: ScopeSet, isFresh: Bool) async -> Result<String, LoginFailure> {
        await result { client throws(AuthError) in
            let session = try await client.gatehouse.signIn(scopes: scopes, interaction: .never)
            let token = try await session.accessToken()
            return isFresh ? try await session.accessToken(replacing: token).value : token.value
        }
    }

    /// Does something with the client, in the vendor's terms.
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

extension AmazonApp.Client {
    fileprivate func authorize(_ wish: AuthorizationWish, profileAge: Duration) async throws(AuthError) -> Authorization
    {
        switch wish.grantType {
        case .code: try await code(wish)
        case .token: try await token(wish, profileAge)
        }
    }

    private func code(_ wish: AuthorizationWish) async throws(AuthError) -> Authorization {
        let answer = try await gatehouse.authorizationCode(
            scopes: wish.requested.scopes,
            interaction: wish.strategy.interaction,
            options: wish.options
        )
        return Authorization(
            code: answer.code.reveal(),
            clientID: key.clientID,
            redirectURI: answer.redirectURI?.absoluteString ?? redirectURI
        )
    }

    private func token(_ wish: AuthorizationWish, _ profileAge: Duration) async throws(AuthError) -> Authorization {
        let session = try await signIn(wish)
        do throws(AuthError) {
            return try await authorization(session, profileAge)
        } catch {
            // The server may have ended a stored session since, which shows only when it is asked.
            guard wish.strategy == .auto, error.code == .signedOut || error.code == .interactionRequired else {
                throw error
            }
            return try await authorization(try await signIn(wish), profileAge)
        }
    }

    private func signIn(_ wish: AuthorizationWish) async throws(AuthError) -> Session {
        try await gatehouse.signIn(
            scopes: wish.requested.scopes,
            interaction: wish.strategy.interaction,
            options: wish.options
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
        case .auto: .automatic
        case .never: .never
        case .always: .always
        }
    }
}

extension AuthError {
    /// How an authorization ends with this error.
    ///
    /// It is cancelled when the person closed the page, did not agree, or never came back from the browser, which is the same as
    /// closing the page in every form of the call.
    fileprivate func outcome(of wish: AuthorizationWish) -> AuthorizationOutcome {
        var failure = LoginFailure(self)
        guard wish.strategy != .never, code == .cancelled || code == .expired else { return .failed(failure) }
        if code == .expired { failure.code = kAMZNLWAErrorUserInterrupted }
        return .cancelled(failure)
    }
}
