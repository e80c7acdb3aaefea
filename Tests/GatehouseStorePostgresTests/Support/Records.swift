import Foundation
import GatehouseStore
import GatehouseWire

/// Sample records for tests of this backend.
enum Records {
    static let now = Date(milliseconds: 1_790_000_000_123)

    static func account(_ id: String, email: String? = nil) -> Account {
        Account(
            id: Account.ID(id),
            identifiers: email.map { [AccountIdentifier(kind: .email, value: $0, verifiedAt: now)] } ?? [],
            passwordHash: nil,
            attributes: ["given_name": "Example"],
            createdAt: now,
            updatedAt: now
        )
    }

    static func counter(_ key: String, limit: Int = 1_000_000) -> Change {
        .counter(.increment(key: key, limit: limit, at: now, expiresAt: now + 600))
    }

    static let client = Client(
        id: "app",
        name: "Example App",
        secretHash: nil,
        tokenEndpointAuthMethod: .none,
        redirectURIs: [],
        grantTypes: [.refreshToken],
        scopes: [.openid],
        requiresPKCE: true,
        idTokenAlgorithm: .es256,
        createdAt: now
    )

    static let event = AuditEvent(id: "event", at: now, kind: .signedIn)

    static func browserSession(_ id: BrowserSession.ID, of account: Account.ID) -> BrowserSession {
        BrowserSession(
            id: id,
            secretHash: "hash of \(id)",
            accountID: account,
            authentication: Authentication([], at: now),
            createdAt: now,
            expiresAt: now + 3600
        )
    }

    static func session(_ id: Session.ID, of account: Account.ID, browser: BrowserSession.ID? = nil) -> Session {
        Session(
            id: id,
            accountID: account,
            clientID: client.id,
            browserSessionID: browser,
            scopes: [.openid],
            isOffline: true,
            salt: Data(repeating: 7, count: 32),
            authentication: Authentication([], at: now),
            claims: nil,
            createdAt: now,
            expiresAt: now + 3600
        )
    }

    static func key(_ id: String) -> StoredKey {
        StoredKey(id: .init(id), algorithm: .es256, sealedPrivateKey: Data([1, 0]), createdAt: now)
    }

    static func flow(_ id: FlowRecord.ID) -> FlowRecord {
        FlowRecord(id: id, state: Data(), createdAt: now, expiresAt: now + 600)
    }

    static func device(_ id: String) -> DeviceAuthorization {
        DeviceAuthorization(
            id: .init(id),
            userCode: "BCDFGHJK",
            clientID: client.id,
            scopes: [.openid],
            interval: 5,
            createdAt: now,
            expiresAt: now + 600
        )
    }

    static func mail(_ id: String) -> QueuedMessage {
        QueuedMessage(
            id: .init(id),
            sealedMessage: Data([3]),
            createdAt: now,
            nextAttemptAt: now,
            expiresAt: now + 600
        )
    }
}
