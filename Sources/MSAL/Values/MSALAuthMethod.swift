public import Foundation
import Gatehouse
import GatehouseWire

/// A method of a second factor, which the user can prove or register.
public final class MSALAuthMethod: NSObject, Sendable {
    /// The identifier of the method.
    public let id: String
    /// The challenge type of the method: `oob`, or in flows of version 2 the type of the address.
    public let challengeType: String
    /// The type of the address that codes are sent to.
    public let channelTargetType: MSALNativeAuthChannelType
    /// The masked address of a method to prove, or a proposed address of a method to register.
    public let loginHint: String?

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - kind: The kind of the factor.
    ///   - challengeType: The challenge type; `nil` for the type of the address.
    ///   - loginHint: The address.
    private init(id: String, kind: SecondFactorKind, challengeType: EntraChallengeType?, loginHint: String?) {
        self.id = id
        self.challengeType = challengeType?.rawValue ?? kind.channel.rawValue
        channelTargetType = MSALNativeAuthChannelType(value: kind.channel.rawValue)
        self.loginHint = loginHint
        super.init()
    }

    /// Creates the method of a factor in a flow of version 1.
    ///
    /// The core keeps no factors of other challenge types.
    convenience init(_ factor: SecondFactor) {
        self.init(id: factor.id, kind: factor.kind, challengeType: .oob, loginHint: factor.hint)
    }

    /// Creates the method of a factor to register in a flow of version 1.
    convenience init(_ factor: EnrollableFactor) {
        self.init(id: factor.id, kind: factor.kind, challengeType: .oob, loginHint: factor.hint)
    }

    /// Returns the method of a factor in a flow of version 2.
    static func version2(_ factor: SecondFactor) -> MSALAuthMethod {
        MSALAuthMethod(id: factor.id, kind: factor.kind, challengeType: nil, loginHint: factor.hint)
    }

    /// Returns the method of a factor to register in a flow of version 2.
    static func version2(_ factor: EnrollableFactor) -> MSALAuthMethod {
        MSALAuthMethod(id: factor.id, kind: factor.kind, challengeType: nil, loginHint: factor.hint)
    }

    /// Returns the factor of a sign-in with this method's identifier.
    func factor(of factors: [SecondFactor]) throws(AuthError) -> SecondFactor {
        guard let factor = factors.first(where: { $0.id == id }) else { throw .unknownMethod }
        return factor
    }

    /// Returns the factor of a sign-in with this method's identifier.
    func factor(of factors: [EnrollableFactor]) throws(AuthError) -> EnrollableFactor {
        guard let factor = factors.first(where: { $0.id == id }) else { throw .unknownMethod }
        return factor
    }
}

extension AuthError {
    fileprivate static let unknownMethod = AuthError(
        .requestRejected,
        "The authentication method is not one of this sign-in."
    )
}
