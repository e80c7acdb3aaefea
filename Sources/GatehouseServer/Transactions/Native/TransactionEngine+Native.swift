import Foundation
package import GatehouseStore
package import GatehouseWire

/// Flows of apps with pages of their own: the same machine, held by a token and not by a browser.
///
/// Unless the client may know who is a member, every call answers alike for an address with an account and for one without, and does
/// the same work.
extension TransactionEngine {
    /// Begins a flow; nothing is sent yet.
    ///
    /// - Returns: A flow at ``TransactionStep/challenge(_:)``.
    /// - Throws: What is wrong with what was given, of which nothing is kept then.
    package func beginNative(
        _ start: NativeStart,
        client: Client,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) -> NativeProgress {
        guard client.native != nil else { throw .notPossible }
        let name = try name(start, client)
        try await admit(start.flow, of: name, to: client)
        try start.accepts.require(try await challenges(of: start.flow, name.value, client))
        let intent = NativeIntent(clientID: client.id, flow: start.flow)
        let step = try await firstStep(start, name.value, client, context)
        let state = TransactionState(
            purpose: .native(intent),
            browser: nil,
            language: language,
            step: .challenge(step)
        )
        return progress(try await begin(state, client: client))
    }

    /// Takes what an app says of the person, and moves on.
    ///
    /// - Parameters:
    ///   - input: What the app says.
    ///   - token: The token it holds.
    ///   - flow: The flow that the endpoint belongs to.
    ///   - client: The app.
    ///   - language: The language to write mail in.
    ///   - context: Who asks.
    /// - Returns: Where the flow stands, with the token to go on with.
    /// - Throws: ``TransactionError/gone`` and ``TransactionError/stale`` for a token that is not good, or not any more,
    ///   ``TransactionError/tokenExpired`` when its time is over, ``TransactionError/notPossible`` when it is not for this.
    package func submitNative(
        _ input: TransactionInput,
        token: Secret,
        flow: NativeIntent.Flow,
        client: Client,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) -> NativeProgress {
        let token = try read(token, of: client)
        let moved = try await advance(
            token.transactionID,
            by: input,
            of: .app(token, at: .flow(flow)),
            language: language,
            context: context
        )
        return progress(moved.transaction)
    }

    /// Turns a flow into tokens, which ends it: a session begins in the same commit, or nothing has happened.
    ///
    /// - Returns: The tokens.
    /// - Throws: As ``submitNative(_:token:flow:client:language:context:)``, and ``TransactionError/scopesRefused(_:)``.
    package func redeemNative(
        _ grant: NativeGrant,
        token: Secret,
        client: Client,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) -> GrantedTokens {
        let token = try read(token, of: client)
        // Whoever may have no refresh tokens gets none; apps ask for them out of habit.
        let excess = grant.scopes.subtracting(client.scopes).subtracting([.offlineAccess])
        guard excess.isEmpty else { throw .scopesRefused(excess) }
        let moved = try await advance(
            token.transactionID,
            by: grant.proof.input,
            of: .app(token, at: .token(grant)),
            language: language,
            context: context
        )
        guard case .tokens(let tokens)? = moved.outcome else { throw .failed }
        return tokens
    }

    private func read(_ token: Secret, of client: Client) throws(TransactionError) -> ContinuationToken {
        guard client.native != nil, let read = ContinuationToken(token, of: client.id, key: core.masterKey) else {
            throw .gone
        }
        guard core.now < read.expiresAt else { throw .tokenExpired }
        return read
    }

    private func progress(_ transaction: Transaction) -> NativeProgress {
        let token = ContinuationToken(transaction)
        let resendAt: Date? = if case .code(let step) = transaction.step { resendTime(of: step) } else { nil }
        return NativeProgress(
            step: transaction.step,
            token: token.secret(for: transaction.client.id, key: core.masterKey, random: core.environment.random),
            expiresAt: transaction.expiresAt,
            resendAt: resendAt
        )
    }
}
