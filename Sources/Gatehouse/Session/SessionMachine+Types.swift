import Foundation
import GatehouseWire

extension SessionMachine {
    /// What can happen.
    enum Input: Sendable {
        /// Somebody wants to know what is stored now.
        case look(ticket: Int)
        /// A step to store; whoever holds the ticket waits for the result.
        case change(StoreChange, ticket: Int?)
        /// The app ends sessions; the server is told, unless there is no time since when.
        case end(Set<String>, SignedOutReason, ticket: Int?, now: Date?)
        /// Somebody wants an access token.
        case want(Want)
        /// A caller waits no longer.
        case abandon(caller: Int)
        /// The server has answered a refresh, or could not.
        case answer(grant: String, attempt: Int, RefreshOutcome, now: Date)
        /// The store was read.
        case read(Result<StoredSessions?, TokenStoreError>)
        /// The steps last given out were stored, and this is what is stored now.
        case saved(StoredSessions)
        /// The steps last given out could not be stored.
        case saveFailed(TokenStoreError)
    }

    /// What is to be done.
    enum Effect: Sendable, Hashable {
        /// Read the store.
        case read
        /// Load, apply the steps, and replace what was loaded; again when another process was faster.
        case save([StoreChange])
        /// Ask the server for new tokens.
        case refresh(StoredGrant, attempt: Int, for: TokenWish)
        /// Answer the caller of an access token.
        case resume(Int, Result<StoredGrant, AuthError>)
        /// Answer the holder of a ticket.
        case settle(Int, TokenStoreError?)
        /// Tell the subscribers.
        case publish(SessionState)
    }

    /// One caller's wish for an access token.
    struct Want: Sendable, Hashable {
        var caller: Int
        var grant: String
        /// An access token that a service has refused; another one is wanted.
        var refused: Secret?
        /// What the token is to be for.
        var wish = TokenWish()
        /// How long the token must still be valid.
        var leeway: TimeInterval
        var now: Date

        /// The session with the token that will do, if it has one.
        func satisfaction(by grant: StoredGrant) -> StoredGrant? {
            usable(of: grant).flatMap { $0.expiresAt.timeIntervalSince(now) > leeway ? $0 : nil }
        }

        /// The session with a token of some use, though not for as long as it should be.
        func usable(of grant: StoredGrant) -> StoredGrant? {
            guard wish.claims == nil, let grant = grant.serving(wish.scopes) else { return nil }
            return grant.accessToken != refused && grant.expiresAt > now ? grant : nil
        }
    }

    /// A refresh under way and who waits for it.
    struct Refresh: Sendable, Hashable {
        var attempt: Int
        var wants: [Want] = []
        private(set) var stage = Stage.looking
        /// Whether an access of the store has begun since this stage did.
        var isLookedUp = false

        /// Goes to a stage that waits for an access of the store that begins from now on.
        mutating func wait(in stage: Stage) {
            self.stage = stage
            isLookedUp = false
        }

        /// Goes to the stage that waits for the server.
        mutating func ask(with token: Secret, for wish: TokenWish, attempt: Int) {
            self.attempt = attempt
            stage = .asking(token, wish)
        }

        enum Stage: Sendable, Hashable {
            /// Another process may have refreshed already: the store is read first.
            case looking
            /// The server was asked with this refresh token for that.
            case asking(Secret, TokenWish)
            /// The server refused this refresh token; the store is read again before that is believed.
            case confirming(Secret, AuthError)
        }
    }
}
