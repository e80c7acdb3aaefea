import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// A name and a password become tokens (RFC 6749 §4.3), for apps of Kii alone: apps of the operator's own, which ask nobody what they
/// may have.
struct PasswordGrant: Grant {
    let core: ServerCore
    let name: SignInName
    let password: String
    /// The requested scopes; `nil` for all that the client is registered for.
    var scope: ScopeSet?

    func admit(_ client: Client) throws(OAuthError) {
        guard client.kii != nil else { throw Self.notKii }
        let excess = scope?.subtracting(client.scopes) ?? []
        guard excess.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not registered for: \(excess).")
        }
    }

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        // Before a try is spent on it.
        _ = try request.kiiExpiry()
        // A password that is changed in the meantime has to be compared again.
        for _ in 0..<3 {
            let match = try await match(request)
            let signIn = SignIn(
                match.account.id,
                scopes: scope ?? request.client.scopes,
                methods: [.password],
                at: request.now
            )
            let started = try await SessionStarter(core: core).prepare(signIn, of: match.account, for: request)
            let audit = core.audit(
                .signedIn,
                request.context,
                account: match.account.id,
                client: request.client.id,
                session: started.id,
                detail: "password"
            )
            let changes = match.changes + started.changes + [audit]
            if try await core.conflict(committing: changes) == nil { return started.tokens }
        }
        throw .busy
    }

    /// - Throws: `invalid_grant`, whatever of the two was wrong, and for an account that was shut out.
    private func match(_ request: GrantRequest) async throws(OAuthError) -> PasswordVerifier.Match {
        do throws(TransactionError) {
            return try await PasswordVerifier(core: core).verify(
                name,
                password: Password(password),
                client: request.client.id,
                context: request.context
            )
        } catch {
            switch error {
            case .limited(let wait):
                throw OAuthError(
                    .temporarilyUnavailable,
                    "Too many tries. Wait and try again.",
                    status: .tooManyRequests,
                    retryAfter: .seconds(wait.rounded(.up))
                )
            case .overloaded(let wait):
                throw OAuthError(
                    .temporarilyUnavailable,
                    "The server has too much to do. Try again in a moment.",
                    retryAfter: .seconds(wait.rounded(.up))
                )
            case .unavailable: throw .busy
            case .failed: throw .broken
            default:
                throw OAuthError(.invalidGrant, "The user was not found or a wrong password was provided")
            }
        }
    }

    static let notKii = OAuthError(.unauthorizedClient, "Only an app of Kii may use this grant.")
}
