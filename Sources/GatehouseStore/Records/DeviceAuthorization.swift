package import Foundation
package import GatehouseWire

/// A device authorization (RFC 8628).
package struct DeviceAuthorization: Sendable, Equatable, Codable {
    package typealias ID = TypedID<DeviceAuthorization>

    /// The time in seconds after expiration for which a pending device code is still reported as expired.
    package static let undecidedGrace: TimeInterval = 60 * 60

    /// The decision of the user.
    package enum Decision: Sendable, Equatable, Codable {
        case pending
        case denied
        case approved(
            account: Account.ID,
            browserSession: BrowserSession.ID?,
            scopes: ScopeSet,
            authentication: Authentication
        )
    }

    /// The SHA-256 hash of the device code in base64url.
    package let id: ID
    /// The code that the user enters, in upper case without the separator.
    ///
    /// Unique among unexpired authorizations.
    package let userCode: String
    package let clientID: Client.ID
    package let scopes: ScopeSet
    /// The requested resources (RFC 8707 §2).
    package let resources: [Resource.ID]
    package var decision: Decision
    /// The minimum polling interval in seconds; grows when the device polls too fast.
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
        resources: [Resource.ID] = [],
        interval: Int,
        createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.userCode = userCode
        self.clientID = clientID
        self.scopes = scopes
        self.resources = resources
        self.decision = .pending
        self.interval = interval
        self.lastPolledAt = nil
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.redeemedAt = nil
    }
}

extension DeviceAuthorization.Decision {
    /// The account of the user who approved.
    package var accountID: Account.ID? {
        if case .approved(let account, _, _, _) = self { account } else { nil }
    }
}

/// The database column of a decision; the details of an approval have columns of their own.
package enum StoredDecision: String, Sendable {
    case pending, denied, approved
}

/// Reads device authorizations.
package protocol DeviceReader: Sendable {
    func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization?
    /// Returns the newest authorization with this user code.
    func device(userCode: String) async throws(StoreError) -> DeviceAuthorization?
}
