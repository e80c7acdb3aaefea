import Foundation
import GatehouseStore
import GatehouseWire

/// A code by mail or SMS as the second factor, of users without a passkey or an authenticator app.
///
/// A code to an address that the sign-in has proven already adds nothing.
struct MessageCodeFactor<Channel: MessageCodeChannel>: AddressFactor {
    static var name: FactorName { Channel.factor }
    static var kind: FactorKind { .possession }
    static var method: AMR { Channel.method }
    static var addressKind: AccountIdentifier.Kind { Channel.kind }

    let codes: CodeFactor

    func evidence(of holder: FactorHolder) -> Evidence? {
        guard !holder.hasIndependentCredential, Self.address(of: holder.account) != nil else { return nil }
        return isProven(in: holder.authentication) ? nil : Evidence([Self.kind])
    }

    func isProven(in authentication: Authentication) -> Bool {
        authentication.factors.contains { $0.factor == CodeFactor.name && $0.method == Channel.method }
    }

    func challenge(
        _ holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorChallenge {
        guard let address = Self.address(of: holder.account) else { throw .internalError }
        let sent = try await codes.send(
            to: LoginIdentifier(address),
            asSecondFactorOf: holder.account,
            isResent: context.isResent,
            in: code(context, of: holder.account)
        )
        return FactorChallenge(state: try sent.step.factorState(), changes: sent.changes)
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorVerification {
        guard let typed = input.string else { return .malformed }
        let step = try CodeChallengeStep(factorState: state)
        guard step.attemptsRemaining > 0 else { return .rejected(state: state) }
        // The address may have been removed from the account since the code was sent.
        guard Self.address(of: holder.account)?.value == step.address.value else { return .rejected(state: state) }
        switch try await codes.verify(typed, of: step, in: code(context, of: holder.account)) {
        case .verified(_, let changes): return .proven([Self.proven(at: context.now)], changes: changes)
        case .wrong(let next, let changes): return .rejected(state: try next.factorState(), changes: changes)
        case .exhausted(let changes): return .rejected(state: try step.exhausted().factorState(), changes: changes)
        case .expired: return .rejected(state: state)
        case .missing: return .malformed
        }
    }

    /// Returns the address that codes are sent to; `nil` if the account has no verified one.
    static func address(of account: Account) -> AccountIdentifier? {
        account.identifiers.first { $0.kind == Channel.kind && $0.verifiedAt != nil }
    }

    /// Returns the context of a code, in which wrong codes count for the account only.
    private func code(_ context: FactorContext, of account: Account) -> CodeContext {
        CodeContext(
            client: context.client,
            language: context.language,
            isNative: false,
            claimant: account.id,
            context: context.metadata,
            now: context.now
        )
    }
}

/// A factor that proves an address of the account.
protocol AddressFactor: AdditionalFactor {
    /// The kind of its addresses.
    static var addressKind: AccountIdentifier.Kind { get }

    /// Returns the address that codes are sent to; `nil` if the account has no verified one.
    static func address(of account: Account) -> AccountIdentifier?

    /// Returns whether a sign-in has proven such an address already, so that another proof adds nothing.
    func isProven(in authentication: Authentication) -> Bool
}

extension CodeChallengeStep {
    /// Creates the step from the state of a factor.
    init(factorState state: JSONValue) throws(ServiceFailure) {
        do { self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(state)) } catch {
            throw .internalError
        }
    }

    /// Returns the step as the state of a factor.
    func factorState() throws(ServiceFailure) -> JSONValue {
        do { return try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(self)) } catch {
            throw .internalError
        }
    }
}

/// A channel of codes.
protocol MessageCodeChannel: Sendable {
    static var factor: FactorName { get }
    static var kind: AccountIdentifier.Kind { get }
    static var method: AMR { get }
}

/// Codes by mail.
enum MailCodes: MessageCodeChannel {
    static let factor = FactorName.mailCode
    static let kind = AccountIdentifier.Kind.email
    static let method = AMR.oneTimeCode
}

/// Codes by SMS.
enum SMSCodes: MessageCodeChannel {
    static let factor = FactorName.smsCode
    static let kind = AccountIdentifier.Kind.phone
    static let method = AMR.textMessage
}
