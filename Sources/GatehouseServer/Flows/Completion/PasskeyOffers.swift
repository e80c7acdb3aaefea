import Foundation
import GatehouseStore

/// Offers to create a passkey after a sign-in without one, in browsers that can create it.
struct PasskeyOffers: Sendable {
    /// The name under which the last offer is recorded.
    static let record = FactorName(rawValue: "passkey-offer")
    /// The minimum time between two offers to a user, in seconds.
    private static let interval: TimeInterval = 30 * 24 * 60 * 60

    let store: any AccountReader
    let factors: FactorRegistry
    let failures: FailureLog

    /// Returns whether a user may add a passkey: one with a second factor must have proven it, also in a browser that
    /// they trust.
    static func isAllowed(to user: AuthenticatedUser, of account: Account) -> Bool {
        !account.requiresSecondFactor || user.authentication.hasMultipleFactors
    }

    /// Returns the transition to the offer; `nil` if the user has a passkey, was offered one in the last 30 days, or
    /// cannot create one in this browser.
    func offer(
        to user: AuthenticatedUser,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition? {
        guard Self.isAllowed(to: user, of: account), user.isProvenInThisFlow, let entry = request.flow.state.entry,
            entry.createsPasskeys,
            !entry.endsWithBrowser, let factor = factors.enrollableFactor(named: .passkey),
            !user.authentication.factors.contains(where: { $0.factor == .passkey })
        else { return nil }
        let holder = try await FlowError.wrapping(async: await factors.holder(account, after: user.authentication))
        guard holder.credentials(of: .passkey).isEmpty else { return nil }
        let uses: [FactorUse]
        do { uses = try await store.factorUses(of: account.id) } catch { throw FlowError(failures.record(error)) }
        let last = uses.first { $0.factor == Self.record }?.lastUsedAt
        if let last, request.now.timeIntervalSince(last) < Self.interval { return nil }
        let state = try await FlowError.wrapping(async: await factor.enrolment(of: holder, request.factor))
        let offered = FactorUse(accountID: account.id, factor: Self.record, lastUsedAt: request.now)
        return Transition(
            step: .offerPasskey(OfferPasskeyStep(user: user, enrolment: state)),
            changes: [ConditionalWrite(.account(.recordUse(offered)))]
        )
    }
}
