import Foundation
import GatehouseStore
import GatehouseWire

/// Codes of an authenticator app (RFC 6238).
struct AuthenticatorAppFactor: EnrollableFactor {
    static let name = FactorName.authenticatorApp
    static let kind = FactorKind.possession
    static let method = AMR.oneTimeCode
    /// The maximum number of apps of an account.
    private static let maximumCount = 5

    /// The state of a credential.
    private struct State: Codable {
        let secret: String
        /// The step of the last accepted code, which is not accepted again.
        var lastStep: Int64
        /// The proof of another credential in the sign-in that added the app.
        let enrolmentProof: EnrolmentProof?
    }

    /// The name that apps show beside the account.
    let issuerName: String
    let box: StateBox
    let environment: ServerEnvironment

    func evidence(of holder: FactorHolder) -> Evidence? {
        holder.credentials(of: Self.name).isEmpty ? nil : Evidence([Self.kind])
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) throws(ServiceFailure) -> FactorVerification {
        guard let typed = input.string else { return .malformed }
        for credential in holder.credentials(of: Self.name) {
            var stored = try credential.decodedState(as: State.self)
            guard let secret = open(stored.secret, of: holder.account.id) else { throw .internalError }
            guard let step = secret.matchingStep(typed, at: context.now, after: stored.lastStep) else { continue }
            stored.lastStep = step
            let used = try credential.used(at: context.now, state: stored)
            return .proven([Self.proven(at: context.now)], changes: [ConditionalWrite(.credential(.update(used)))])
        }
        return .rejected(state: state)
    }

    func enrolment(of holder: FactorHolder, _ context: FactorContext) throws(ServiceFailure) -> JSONValue {
        let secret = Base64URL.encode(TimeBasedSecret(random: environment.random).bytes)
        return .string(try box.seal(secret, for: holder.account.id))
    }

    func presentation(
        of enrolment: JSONValue,
        for account: Account
    ) throws(ServiceFailure) -> EnrolmentPresentation {
        guard let secret = enrolment.string.flatMap({ open($0, of: account.id) }) else { throw .internalError }
        let name = account.email?.value ?? account.identifiers.first?.spelling ?? account.id.rawValue
        return .authenticatorApp(
            keyURI: secret.keyURI(issuer: issuerName, account: name),
            secret: secret.typedKey
        )
    }

    func enrol(
        _ input: JSONValue,
        enrolment state: JSONValue,
        name: String?,
        for holder: FactorHolder,
        _ context: FactorContext
    ) throws(ServiceFailure) -> EnrolmentResult {
        guard let typed = input.string, let sealed = state.string else { return .malformed }
        guard holder.credentials(of: Self.name).count < Self.maximumCount else { return .tooMany }
        guard let secret = open(sealed, of: holder.account.id) else { throw .internalError }
        guard let step = secret.matchingStep(typed, at: context.now, after: nil) else { return .rejected }
        let credential = Credential(
            id: environment.newID(),
            accountID: holder.account.id,
            factor: Self.name,
            name: name ?? "",
            createdAt: context.now,
            lastUsedAt: context.now,
            state: try Credential.encodedState(
                State(secret: sealed, lastStep: step, enrolmentProof: holder.enrolmentProof)
            )
        )
        return .enrolled(credential, [Self.proven(at: context.now)])
    }

    private func open(_ sealed: String, of account: Account.ID) -> TimeBasedSecret? {
        box.open(sealed, as: String.self, for: account).flatMap { Base64URL.decode($0) }.flatMap { bytes in
            TimeBasedSecret(bytes: bytes)
        }
    }
}
