import Crypto
package import Foundation
package import GatehouseStore
import GatehouseWebAuthn
package import GatehouseWire

/// Sign-ins with a passkey alone, which the user chooses without naming the account.
///
/// The passkey must verify its user, so that it is two factors.
package struct PasskeySignIn: Sendable {
    /// The reason that a passkey was not accepted.
    enum Failure: Error, Sendable, Equatable {
        /// The server has no such passkey, which the browser may forget.
        case unknown
        case rejected
        case failure(ServiceFailure)
    }

    let site: PasskeySite
    let store: any CredentialReader & ChangeCommitter
    let accounts: AccountFinder
    let masterKey: MasterKey
    let attemptLimiter: AttemptLimiter
    let audit: AuditLog
    let failures: FailureLog

    /// The domain that passkeys are bound to.
    package var domain: String { site.domain }

    /// Returns the handle by which authenticators know the user of an account.
    package func userHandle(of account: Account) -> Data { PasskeyState.userHandle(of: account.id) }

    /// Returns the options of `navigator.credentials.get()` for a page of a flow.
    package func options(for flow: Flow) throws(ServiceFailure) -> JSONValue {
        try JSONValue(
            encoding: site.requestOptions(
                challenge: challenge(of: flow.id, number: flow.state.number),
                userVerification: .required
            )
        )
    }

    /// Verifies the assertion of a passkey of any account.
    ///
    /// Incorrect ones count against the network address only: a credential ID is no secret, and must not suffice to
    /// block an account.
    func verify(
        _ input: JSONValue,
        at flow: Flow,
        _ context: FactorContext
    ) async throws(Failure) -> FactorProof {
        guard let assertion = try? input.decoded(as: PasskeyAssertion.self) else { throw .rejected }
        try await Failure.wrapping(
            async: await attemptLimiter.checkCodeAttempts(for: .none, context: context.metadata)
        )
        let credential: Credential?
        do {
            credential = try await store.credential(PasskeyState.recordID(assertion.id))
        } catch {
            throw .failure(failures.record(error))
        }
        guard let credential, credential.factor == .passkey,
            let account = try await Failure.wrapping(async: await accounts.account(withID: credential.accountID))
        else {
            try await recordFailure("unknown passkey", of: nil, context)
            throw .unknown
        }
        let result = try Failure.wrapping(
            try PasskeyVerifier(site: site).verify(
                assertion,
                of: credential,
                challenge: challenge(of: flow.id, number: flow.state.number),
                requiresUserVerification: true,
                context
            )
        )
        switch result {
        case .success(let proof):
            return FactorProof(
                account: account,
                factors: proof.factors,
                changes: [
                    .credential(.update(proof.credential)),
                    .account(.requireRevision(account.id, credentialsRevision: account.credentialsRevision)),
                    .account(
                        .recordUse(FactorUse(accountID: account.id, factor: .passkey, lastUsedAt: context.now))
                    ),
                ]
            )
        case .failure(let reason):
            try await recordFailure("passkey: \(reason.rawValue)", of: account.id, context)
            throw .rejected
        }
    }

    /// Returns the challenge of a step of a flow.
    ///
    /// A correct response advances the flow to a step with another number, so each challenge is accepted once.
    private func challenge(of flow: FlowRecord.ID, number: Int) -> Data {
        let key = masterKey.derive(.passkeyChallenges)
        return Data(HMAC<SHA256>.authenticationCode(for: Data("\(number) \(flow.rawValue)".utf8), using: key))
    }

    private func recordFailure(
        _ detail: String,
        of account: Account.ID?,
        _ context: FactorContext
    ) async throws(Failure) {
        let event = audit.event(
            .signInFailed,
            context.metadata,
            account: account,
            client: context.client.id,
            detail: detail
        )
        let counted = attemptLimiter.changesRecordingWrongCode(for: .none, context: context.metadata)
        do { try await store.commit([event] + counted) } catch { throw .failure(failures.record(error)) }
    }
}

extension PasskeySignIn.Failure: ServiceFailureWrapping {
    init(_ failure: ServiceFailure) { self = .failure(failure) }
}
