package import Foundation
package import GatehouseWire

/// A device waiting for a person to say yes elsewhere (RFC 8628).
package struct DeviceAuthorization: Sendable, Equatable, Codable {
    package typealias ID = TypedID<DeviceAuthorization>

    /// How long after its end one that nobody decided on is still told from one that never was, in seconds.
    package static let undecidedGrace: TimeInterval = 60 * 60

    /// What the person said so far.
    package enum Decision: Sendable, Equatable, Codable {
        case pending
        case denied
        case approved(
            account: Account.ID,
            browserSession: BrowserSession.ID?,
            scopes: ScopeSet,
            authenticatedAt: Date,
            methods: [AMR]
        )
    }

    /// SHA-256 of the device code, base64url.
    package let id: ID
    /// The code the person types, without its separator, upper case.
    ///
    /// Unique among those alive.
    package let userCode: String
    package let clientID: Client.ID
    package let scopes: ScopeSet
    package var decision: Decision {
        didSet { decision = decision.flooredToMilliseconds }
    }
    /// Seconds the device has to wait between two questions; grows when it does not.
    package var interval: Int
    package var lastPolledAt: Date? {
        didSet { lastPolledAt = lastPolledAt?.flooredToMilliseconds }
    }
    package let createdAt: Date
    package let expiresAt: Date
    package var redeemedAt: Date? {
        didSet { redeemedAt = redeemedAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        userCode: String,
        clientID: Client.ID,
        scopes: ScopeSet,
        interval: Int,
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.userCode = userCode
        self.clientID = clientID
        self.scopes = scopes
        self.decision = .pending
        self.interval = interval
        self.lastPolledAt = nil
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.redeemedAt = nil
    }
}
