import Foundation
import GatehouseStore
import GatehouseWire

/// A code by mail or SMS as the second factor, of users who have enrolled none.
///
/// A code to an address that the sign-in has proven already adds nothing.
struct MessageCodeFactor<Channel: MessageCodeChannel>: AdditionalFactor {
    static var name: FactorName { Channel.factor }
    static var kind: FactorKind { .possession }
    static var method: AMR { Channel.method }

    let codes: CodeFactor

    func evidence(of holder: FactorHolder) -> Evidence? {
        guard !holder.credentials.contains(where: \.isIndependent), address(of: holder.account) != nil else {
            return nil
        }
        let isProven = holder.authentication.factors.contains {
            $0.factor == CodeFactor.name && $0.method == Channel.method
        }
        return isProven ? nil : Evidence([Self.kind])
    }

    func challenge(
        _ holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorChallenge {
        guard let address = address(of: holder.account) else { throw .internalError }
        let sent = try await codes.send(to: address.value, for: .signIn, in: code(context))
        return FactorChallenge(state: try Self.encoded(sent.step), changes: sent.changes)
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorVerification {
        guard let typed = input.string else { return .malformed }
        let step = try Self.step(of: state)
        guard step.attemptsRemaining > 0 else { return .rejected(state: state) }
        // The address may have been removed from the account since the code was sent.
        guard address(of: holder.account)?.value == step.address.value else { return .rejected(state: state) }
        switch try await codes.verify(typed, of: step, in: code(context)) {
        case .verified(_, let changes): return .proven([Self.proven(at: context.now)], changes: changes)
        case .wrong(let next, let changes): return .rejected(state: try Self.encoded(next), changes: changes)
        case .exhausted(let changes): return .rejected(state: try Self.encoded(step.exhausted()), changes: changes)
        case .expired: return .rejected(state: state)
        case .missing: return .malformed
        }
    }

    private func address(of account: Account) -> AccountIdentifier? {
        account.identifiers.first { $0.kind == Channel.kind && $0.verifiedAt != nil }
    }

    private func code(_ context: FactorContext) -> CodeContext {
        CodeContext(
            client: context.client,
            language: context.language,
            isNative: false,
            claimant: nil,
            context: context.metadata,
            now: context.now
        )
    }

    /// Returns the step of a sent code.
    static func step(of state: JSONValue) throws(ServiceFailure) -> CodeChallengeStep {
        do {
            return try JSONDecoder().decode(CodeChallengeStep.self, from: JSONEncoder().encode(state))
        } catch {
            throw .internalError
        }
    }

    private static func encoded(_ step: CodeChallengeStep) throws(ServiceFailure) -> JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(step))
        } catch {
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
