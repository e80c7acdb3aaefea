package import Foundation
package import GatehouseWire

/// A second factor that the user can prove in a sign-in.
public struct SecondFactor: Sendable, Hashable, Codable {
    /// The identifier of the factor within its sign-in.
    public let id: String
    /// The kind of the factor.
    public let kind: SecondFactorKind
    /// The masked address that a code is sent to, or the name that the user has given the factor; `nil` if there is
    /// neither.
    public let hint: String?
}

/// The kind of a second factor; open.
public struct SecondFactorKind: RawRepresentable, Sendable, Hashable, Codable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code of an authenticator app (RFC 6238).
    public static let authenticatorApp = Self(rawValue: "authenticator-app")
    /// A passkey.
    public static let passkey = Self(rawValue: "passkey")
    /// One of the codes that the user has saved for the loss of the other factors.
    public static let recoveryCode = Self(rawValue: "recovery-code")
    /// A code that is sent by email.
    public static let mailCode = Self(rawValue: "mail-code")
    /// A code that is sent by SMS.
    public static let smsCode = Self(rawValue: "sms-code")
}

extension SecondFactorKind {
    /// Creates the kind of codes that are sent through a channel.
    package init(_ channel: CodeDelivery.Channel) {
        switch channel {
        case .email: self = .mailCode
        case .sms: self = .smsCode
        default: self.init(rawValue: channel.rawValue)
        }
    }

    /// The channel that carries the codes of this kind.
    package var channel: CodeDelivery.Channel {
        switch self {
        case .mailCode: .email
        case .smsCode: .sms
        default: CodeDelivery.Channel(rawValue: rawValue)
        }
    }
}

/// A choice between factors, with everything that the next request of a sign-in needs.
package struct FactorChoice<Factor: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    var position: NativeFlowPosition
    var tokenRequest: AccessTokenRequest
    var factors: [Factor]

    /// Returns the choice at another position.
    func at(_ position: NativeFlowPosition) -> Self {
        Self(position: position, tokenRequest: tokenRequest, factors: factors)
    }
}

/// The proof of a factor.
package enum FactorProof: Sendable {
    /// A code that the user has entered.
    case code(String)
    /// The response of an authenticator (WebAuthn Level 3 §5.1) as JSON, with the name of a passkey that is enrolled.
    case passkey(JSONValue, name: String?)
}

/// A sign-in whose first factor is proven, and that waits for the choice of a second one.
public struct SecondFactorStep: Sendable {
    let service: any NativeAuthenticationService
    let choice: FactorChoice<SecondFactor>

    /// The factors to choose from, in the order of the server; never empty.
    public var factors: [SecondFactor] { choice.factors }

    /// Chooses a factor, and sends its code if codes of its kind are sent by email or SMS.
    ///
    /// - Parameter factor: One of ``factors``.
    /// - Returns: The step that waits for the proof.
    /// - Throws: ``AuthError``: `factorBlocked` if the server sends no codes to this address or number; `rateLimited`;
    ///   after both this value can be used again, with another factor. `flowExpired` if the sign-in must start again;
    ///   `browserRequired`, `network` or `serverUnavailable`.
    public func choose(_ factor: SecondFactor) async throws(AuthError) -> SecondFactorChallengeStep {
        try await service.chooseSecondFactor(factor, of: choice)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.secondFactor(choice)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { choice.position.correlationID }
}

/// A sign-in that waits for the proof of the chosen second factor.
///
/// The value remains usable after an incorrect code.
public struct SecondFactorChallengeStep: Sendable {
    let service: any NativeAuthenticationService
    let choice: FactorChoice<SecondFactor>
    let challenge: FactorChallenge<SecondFactor>

    /// The factor to prove.
    public var factor: SecondFactor { challenge.factor }

    /// The factors to choose from, in the order of the server.
    public var factors: [SecondFactor] { choice.factors }

    /// The destination and length of the code, and the time at which another one can be sent; `nil` unless a code was
    /// sent.
    public var delivery: CodeDelivery? { challenge.delivery }

    /// Submits a code: the one that was sent, that of the authenticator app, or a recovery code.
    ///
    /// - Parameter code: The code entered by the user.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; otherwise as ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func submit(_ code: String) async throws(AuthError) -> SignInStep {
        try await service.proveSecondFactor(challenge.factor, with: .code(code), of: choice)
    }

    /// Signs with a passkey; for factors of the kind ``SecondFactorKind/passkey``.
    ///
    /// - Parameter authenticator: The authenticator; by default that of the client's configuration.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `passkeyUnavailable`, `passkeyRejected` or `cancelled`, after which this value can be
    ///   used again; `unexpectedChallenge` for other factors; otherwise as ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func proveWithPasskey(
        using authenticator: (any PasskeyAuthenticator)? = nil
    ) async throws(AuthError) -> SignInStep {
        guard let options = challenge.passkeyOptions else { throw .unexpectedChallenge }
        let response = try await service.passkeyCeremony(with: authenticator).sign(options)
        return try await service.proveSecondFactor(challenge.factor, with: .passkey(response, name: nil), of: choice)
    }

    /// Chooses another factor, or the same one to send its code again.
    ///
    /// - Parameter factor: One of ``factors``.
    /// - Returns: The step that waits for the proof. A code that was sent before to the same destination is no longer
    ///   valid.
    /// - Throws: ``AuthError`` as ``SecondFactorStep/choose(_:)``; after `factorBlocked` and `rateLimited` this value
    ///   can be used again.
    public func choose(_ factor: SecondFactor) async throws(AuthError) -> SecondFactorChallengeStep {
        try await service.chooseSecondFactor(factor, of: choice)
    }

    /// The choice that this step comes from, with its newest continuation token.
    package var selection: SecondFactorStep { SecondFactorStep(service: service, choice: choice) }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.secondFactorChallenge(choice, challenge)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { choice.position.correlationID }
}

/// A factor to prove, with what the user needs for it.
package struct FactorChallenge<Factor: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    var factor: Factor
    /// The delivery of the code; `nil` unless one was sent.
    var delivery: CodeDelivery?
    /// The options for the authenticator (WebAuthn Level 3 §5.4, §5.5) as JSON; `nil` unless the factor is a passkey.
    var passkeyOptions: JSONValue?
    /// The secret of a new authenticator app; `nil` unless the factor is one that is being enrolled.
    var authenticatorApp: AuthenticatorAppSetup?
}
