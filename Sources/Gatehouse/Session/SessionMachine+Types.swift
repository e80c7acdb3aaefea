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
        /// Somebody who is gone had begun these refreshes.
        case interrupted([RefreshIntent], now: Date)
        /// The time has come to try a refresh again that had failed so often.
        case retry(grant: String, failures: Int, now: Date)
        /// The server can be reached again, as far as anybody can tell.
        case reconnected(now: Date)
        /// The time has come to use the store again.
        case useStoreAgain
        /// The server has answered a refresh, or could not; a number from 0 to 1 that nobody can foresee makes the pause after a failure.
        case answer(grant: String, attempt: Int, RefreshOutcome, now: Date, chance: Double = 0.5)
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
        /// Come back with ``Input/retry(grant:failures:now:)`` in so many seconds.
        case retryLater(grant: String, failures: Int, after: TimeInterval)
        /// Come back with ``Input/useStoreAgain`` in so many seconds.
        case useStoreLater(after: TimeInterval)
        /// Tell the subscribers.
        case publish(SessionState)
        /// Tell those who want to know what happens to each session.
        case announce(SessionEvent)
    }

    /// One caller's wish for an access token.
    struct Want: Sendable, Hashable {
        /// A token that is valid for less is as good as expired: it would be so on arrival.
        private static let margin: TimeInterval = 10

        /// Who waits; `nil` for nobody, when a token is renewed before it expires.
        var caller: Int?
        var grant: String
        /// An access token that a service has refused; another one is wanted.
        var refused: Secret?
        /// What the token is to be for.
        var wish = TokenWish()
        /// Whether a person waits who has just asked for it, so that it is tried at once, however often it has failed.
        var isUrgent = false
        /// How long a token is to be valid for, or else another one is got.
        var leeway: TimeInterval
        var now: Date

        /// The session with the token that will do, if it has one.
        func satisfaction(by grant: StoredGrant) -> StoredGrant? {
            usable(of: grant).flatMap { $0.expiresAt.timeIntervalSince(now) > leeway ? $0 : nil }
        }

        /// The session with a token that will do for now, while another one is got.
        func bridge(by grant: StoredGrant) -> StoredGrant? {
            usable(of: grant).flatMap { $0.expiresAt.timeIntervalSince(now) > Self.margin ? $0 : nil }
        }

        /// The same wish, for which nobody waits: anything but this token will do.
        func inBackground(replacing token: Secret) -> Want {
            var want = self
            want.caller = nil
            want.refused = token
            return want
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
