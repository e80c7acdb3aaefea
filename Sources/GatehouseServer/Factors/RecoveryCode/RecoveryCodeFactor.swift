import Foundation
import GatehouseStore
import GatehouseWire

/// Codes that a user keeps for the loss of the second factor, each of which is valid once.
struct RecoveryCodeFactor: AdditionalFactor {
    static let name = FactorName.recoveryCode
    static let kind = FactorKind.possession
    static let method = AMR.oneTimeCode

    let masterKey: MasterKey
    let environment: ServerEnvironment
    let notifier: any AccountNotifying
    let audit: AuditLog

    func evidence(of holder: FactorHolder) -> Evidence? {
        holder.account.requiresSecondFactor && holder.hasRecoveryCodes ? Evidence([Self.kind]) : nil
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) throws(ServiceFailure) -> FactorVerification {
        guard let typed = input.string else { return .malformed }
        for credential in holder.credentials(of: Self.name) {
            let set = try credential.decodedState(as: RecoveryCodeSet.self)
            guard let next = set.consuming(typed, key: masterKey.derive(.recoveryCodes)) else { continue }
            let used = try credential.used(at: context.now, state: next)
            let account = holder.account
            let call = AccountRequest(
                client: context.client,
                language: context.language,
                authority: .app,
                context: context.metadata
            )
            let event = audit.event(
                .recoveryCodeUsed,
                context.metadata,
                account: account.id,
                client: context.client.id,
                detail: "\(next.remaining) left"
            )
            let notice = try notifier.notify(of: .recoveryCodeUsed, account, detail: String(next.remaining), call)
            let changes = [Change.credential(.update(used)), event].map { ConditionalWrite($0) }
            return .proven([Self.proven(at: context.now)], changes: changes + notice)
        }
        return .rejected(state: state)
    }

    /// Returns a new set of codes for an account, and the codes to show once.
    func makeCodes(for account: Account.ID) throws(ServiceFailure) -> (credential: Credential, codes: [Secret]) {
        let (set, codes) = RecoveryCodeSet.generate(
            random: environment.random,
            key: masterKey.derive(.recoveryCodes)
        )
        let credential = Credential(
            id: environment.newID(),
            accountID: account,
            factor: Self.name,
            name: "",
            createdAt: environment.now,
            state: try Credential.encodedState(set)
        )
        return (credential, codes)
    }
}

extension FactorHolder {
    /// Whether the user has unused recovery codes.
    var hasRecoveryCodes: Bool { credentials.remainingRecoveryCodes > 0 }
}

extension [Credential] {
    /// The number of unused recovery codes.
    package var remainingRecoveryCodes: Int {
        filter { $0.factor == .recoveryCode }.reduce(0) { count, credential in
            count + ((try? credential.decodedState(as: RecoveryCodeSet.self).remaining) ?? 0)
        }
    }
}
