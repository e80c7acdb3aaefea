package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The relation of a sample session to its browser session: an offline session outlives it.
package enum SessionBinding {
    case online(BrowserSession.ID? = nil)
    case offline(BrowserSession.ID? = nil)

    var browser: BrowserSession.ID? {
        switch self {
        case .online(let browser), .offline(let browser): browser
        }
    }

    var isOffline: Bool {
        if case .offline = self { true } else { false }
    }
}

/// Sample records, complete except for the fields under test.
package enum SampleRecords {
    package static let now = Date(milliseconds: 1_790_000_000_123)

    package static func account(
        _ id: Account.ID = "user",
        names: [AccountIdentifier] = [],
        at date: Date = now
    ) -> Account {
        Account(id: id, identifiers: names, passwordHash: nil, attributes: [:], createdAt: date, updatedAt: date)
    }

    package static func credential(
        _ id: Credential.ID = "credential",
        account: Account.ID = "user",
        at date: Date = now
    ) -> Credential {
        Credential(
            id: id,
            accountID: account,
            factor: FactorName(rawValue: "passkey"),
            name: "Example key",
            createdAt: date,
            state: Data(#"{"counter":1}"#.utf8)
        )
    }

    package static func email(_ value: String) -> AccountIdentifier {
        AccountIdentifier(kind: .email, value: value, verifiedAt: now)
    }

    package static func client(_ id: Client.ID = "app", at date: Date = now) -> Client {
        Client(
            id: id,
            name: "Example App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: ["https://app.example.com/callback"],
            grantTypes: [.authorizationCode],
            scopes: [.openid],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            createdAt: date
        )
    }

    package static func consent(_ account: Account.ID = "user", _ client: Client.ID = "app") -> Consent {
        Consent(accountID: account, clientID: client, scopes: [.openid], grantedAt: now)
    }

    package static func flow(
        _ id: FlowRecord.ID = "transaction",
        account: Account.ID? = nil,
        expiresAt: Date = now + 600
    ) -> FlowRecord {
        FlowRecord(id: id, accountID: account, state: Data([0, 1, 255]), createdAt: now, expiresAt: expiresAt)
    }

    package static func code(
        _ id: AuthorizationCode.ID = "code",
        account: Account.ID = "user",
        client: Client.ID = "app",
        expiresAt: Date = now + 60
    ) -> AuthorizationCode {
        AuthorizationCode(
            id: id,
            clientID: client,
            accountID: account,
            browserSessionID: nil,
            redirectURI: nil,
            scopes: [.openid],
            nonce: nil,
            codeChallenge: nil,
            codeChallengeMethod: nil,
            authentication: authentication([code]),
            claims: nil,
            expiresAt: expiresAt
        )
    }

    package static let password = ProvenFactor(
        FactorName(rawValue: "password"),
        kind: .knowledge,
        method: .password,
        provenAt: now - 30
    )
    package static let code = ProvenFactor(
        FactorName(rawValue: "code"),
        kind: .possession,
        method: .oneTimeCode,
        provenAt: now
    )

    package static func authentication(
        _ factors: [ProvenFactor],
        at date: Date = now,
        requestedClass: ACR? = nil
    ) -> Authentication {
        Authentication(factors, at: date, requestedClass: requestedClass)
    }

    package static func session(
        _ id: Session.ID = "session",
        account: Account.ID = "user",
        client: Client.ID = "app",
        binding: SessionBinding = .offline(),
        at date: Date = now,
        expiresAt: Date = now + 3600
    ) -> Session {
        Session(
            id: id,
            accountID: account,
            clientID: client,
            browserSessionID: binding.browser,
            scopes: [.openid, .offlineAccess],
            isOffline: binding.isOffline,
            salt: Data(repeating: 7, count: 32),
            authentication: authentication([password]),
            claims: nil,
            device: device,
            createdAt: date,
            expiresAt: expiresAt
        )
    }

    package static let device = DeviceDescription(userAgent: "Example/1.0 (Test)", address: "192.0.2.7")

    package static func knownBrowser(
        _ hash: String = "hash",
        account: Account.ID = "user",
        at date: Date = now,
        expiresAt: Date = now + 3600,
        trustedUntil: Date? = nil
    ) -> KnownBrowser {
        KnownBrowser(
            accountID: account,
            hash: hash,
            firstSeenAt: date,
            lastSeenAt: date,
            expiresAt: expiresAt,
            trustedUntil: trustedUntil
        )
    }

    package static func browserSession(
        _ id: BrowserSession.ID = "browser",
        secretHash: String? = nil,
        account: Account.ID = "user",
        at date: Date = now,
        expiresAt: Date = now + 3600,
        requestedClass: ACR? = nil
    ) -> BrowserSession {
        BrowserSession(
            id: id,
            secretHash: secretHash ?? "hash of \(id)",
            accountID: account,
            authentication: authentication([password], requestedClass: requestedClass),
            device: device,
            createdAt: date,
            expiresAt: expiresAt
        )
    }

    package static func device(
        _ id: DeviceAuthorization.ID = "device",
        userCode: String = "BCDFGHJK",
        client: Client.ID = "app",
        at date: Date = now
    ) -> DeviceAuthorization {
        DeviceAuthorization(
            id: id,
            userCode: userCode,
            clientID: client,
            scopes: [.openid],
            interval: 5,
            createdAt: date,
            expiresAt: date + 600
        )
    }

    package static func approval(
        by account: Account.ID = "user",
        requestedClass: ACR? = nil
    ) -> DeviceAuthorization.Decision {
        .approved(
            account: account,
            browserSession: "browser",
            scopes: [.openid],
            authentication: authentication([password, code], requestedClass: requestedClass)
        )
    }

    package static func key(
        _ id: StoredKey.ID,
        _ algorithm: SigningAlgorithm = .es256,
        at date: Date = now
    ) -> StoredKey {
        StoredKey(id: id, algorithm: algorithm, sealedPrivateKey: Data([1, 0, 254]), createdAt: date)
    }

    package static func mail(
        _ id: QueuedMessage.ID,
        kind: QueuedMessage.Kind = .message,
        at date: Date = now,
        due: Date = now
    ) -> QueuedMessage {
        QueuedMessage(
            id: id,
            kind: kind,
            sealedMessage: Data([3, 0, 200]),
            createdAt: date,
            nextAttemptAt: due,
            expiresAt: date + 600
        )
    }

    package static func counter(_ key: String, limit: Int = 1_000_000) -> Change {
        .counter(.increment(key: key, limit: limit, at: now, expiresAt: now + 600))
    }

    package static func resource(_ id: Resource.ID = "https://api.example.com", at date: Date = now) -> Resource {
        Resource(id: id, name: "Orders", createdAt: date)
    }

    package static func pushedRequest(
        _ id: PushedRequest.ID = "pushed",
        client: Client.ID = "app",
        expiresAt: Date = now + 60
    ) -> PushedRequest {
        PushedRequest(id: id, clientID: client, form: "response_type=code", expiresAt: expiresAt)
    }

    package static func initialAccessToken(
        _ id: InitialAccessToken.ID = "token",
        remaining: Int? = 1,
        expiresAt: Date = now + 3600
    ) -> InitialAccessToken {
        InitialAccessToken(id: id, note: "Example", remaining: remaining, createdAt: now, expiresAt: expiresAt)
    }

    package static let event = AuditEvent(id: "event", at: now, kind: .signedIn)
}
