import Foundation
import GatehouseStore
import GatehouseWebAuthn
import GatehouseWire
import Logging

/// Passkeys and security keys (WebAuthn Level 3), after another factor.
struct PasskeyFactor: EnrollableFactor {
    static let name = FactorName.passkey
    static let kind = FactorKind.possession
    static let method = AMR.softwareKey
    static let strongestEvidence = Evidence(
        [.possession, .inherence],
        isPhishingResistant: true,
        isHardwareProtected: true
    )
    /// The maximum number of passkeys of an account.
    private static let maximumCount = 20

    let site: PasskeySite
    let store: any CredentialReader
    let environment: ServerEnvironment
    let failures: FailureLog
    /// Whether the passkey must verify its user.
    let requiresUserVerification: Bool
    let names: AuthenticatorNames

    func evidence(of holder: FactorHolder) -> Evidence? {
        let passkeys = holder.passkeys
        guard !passkeys.isEmpty else { return nil }
        return Evidence(
            [Self.kind],
            isPhishingResistant: true,
            isHardwareProtected: passkeys.contains { !$0.isBackupEligible }
        )
    }

    func challenge(_ holder: FactorHolder, _ context: FactorContext) throws(ServiceFailure) -> FactorChallenge {
        let options = site.requestOptions(
            challenge: environment.random.bytes(32),
            allowing: holder.passkeys,
            userVerification: requiresUserVerification ? .required : .preferred
        )
        return FactorChallenge(state: try JSONValue(encoding: options))
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) throws(ServiceFailure) -> FactorVerification {
        let options = try state.decoded(as: PublicKeyCredentialRequestOptions.self)
        guard let assertion = try? input.decoded(as: PasskeyAssertion.self) else { return .malformed }
        let id = PasskeyState.recordID(assertion.id)
        guard let credential = holder.credentials(of: Self.name).first(where: { $0.id == id }) else {
            return .rejected(state: state)
        }
        let verifier = PasskeyVerifier(site: site)
        switch try verifier.verify(
            assertion,
            of: credential,
            challenge: options.challenge,
            requiresUserVerification: requiresUserVerification,
            context
        ) {
        case .success(let proof):
            return .proven(proof.factors, changes: [ConditionalWrite(.credential(.update(proof.credential)))])
        case .failure:
            return .rejected(state: state)
        }
    }

    func enrolment(of holder: FactorHolder, _ context: FactorContext) throws(ServiceFailure) -> JSONValue {
        let options = site.creationOptions(
            for: holder,
            challenge: environment.random.bytes(32),
            excluding: holder.passkeys
        )
        return try JSONValue(encoding: options)
    }

    func presentation(of enrolment: JSONValue, for account: Account) -> EnrolmentPresentation { .passkey(enrolment) }

    func enrol(
        _ input: JSONValue,
        enrolment state: JSONValue,
        name: String?,
        for holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> EnrolmentResult {
        let options = try state.decoded(as: PublicKeyCredentialCreationOptions.self)
        guard let registration = try? input.decoded(as: PasskeyRegistration.self) else { return .malformed }
        guard holder.credentials(of: Self.name).count < Self.maximumCount else { return .tooMany }
        let passkey: RegisteredPasskey
        do throws(WebAuthnError) {
            passkey = try site.relyingParty(for: context.client).verifyRegistration(
                registration,
                challenge: options.challenge,
                requiresUserVerification: requiresUserVerification
            )
        } catch {
            environment.logger.info("passkey rejected", metadata: ["reason": "\(error.rawValue)"])
            return .rejected
        }
        let id = PasskeyState.recordID(passkey.id)
        do {
            // A credential ID identifies one user (WebAuthn Level 3 §7.1).
            guard try await store.credential(id) == nil else { return .rejected }
        } catch {
            throw failures.record(error)
        }
        let stored = PasskeyState(passkey, addedAfter: holder.enrolmentProof)
        let credential = Credential(
            id: id,
            accountID: holder.account.id,
            factor: Self.name,
            name: name ?? names[passkey.aaguid] ?? "",
            createdAt: context.now,
            state: try Credential.encodedState(stored)
        )
        return .enrolled(credential, stored.proven(isUserVerified: passkey.isUserVerified, at: context.now))
    }
}

extension FactorHolder {
    /// The states of the user's passkeys.
    var passkeys: [PasskeyState] {
        credentials(of: .passkey).compactMap { try? $0.decodedState(as: PasskeyState.self) }
    }
}
