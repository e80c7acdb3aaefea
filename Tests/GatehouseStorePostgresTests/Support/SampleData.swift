import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire

/// Sample records for every table.
enum SampleData {
    private static let now = SampleRecords.now

    /// The records as read from a store.
    struct Contents: Equatable {
        let accounts: [Account]
        let found: [Account?]
        let clients: [Client]
        let credential: Credential?
        let credentials: [Credential]
        let fields: CustomFields?
        let consent: Consent?
        let factorUses: [FactorUse]
        let knownBrowsers: [KnownBrowser]
        let browserSessions: [BrowserSession?]
        let sessions: [Session?]
        let isTokenRevoked: Bool
        let flows: [FlowRecord?]
        let codes: [AuthorizationCode?]
        let devices: [DeviceAuthorization?]
        let resources: [Resource]
        let pushedRequest: PushedRequest?
        let initialAccessTokens: [InitialAccessToken]
        let keys: [StoredKey]
        let nextMessageDue: Date?
        let counter: Counter?
        let events: [AuditEvent]
        let notices: [EventNotice]

        init(of store: any Store) async throws {
            accounts = try await store.accounts(after: nil, limit: 10)
            found = [
                try await store.account(.email, "ada@example.com"), try await store.account(.phone, "+15550100"),
                try await store.account(.username, "grace"),
            ]
            clients = try await store.clients(after: nil, limit: 9)
            credential = try await store.credential("phone")
            credentials = try await store.credentials(of: "ada")
            fields = try await store.customFields(of: "ada", in: "app")
            consent = try await store.consent("ada", "app")
            factorUses = try await store.factorUses(of: "ada")
            knownBrowsers = try await store.knownBrowsers(of: "ada")
            browserSessions = [
                try await store.browserSession("browser"), try await store.browserSession(secretHash: "hash of ended"),
            ]
            sessions = [try await store.session("session"), try await store.session("online")]
            isTokenRevoked = try await store.isTokenRevoked(id: "token")
            flows = [try await store.flow("running"), try await store.flow("finished")]
            codes = [try await store.code("fresh"), try await store.code("spent")]
            devices = [
                try await store.device("television"), try await store.device("clock"),
                try await store.device(userCode: SampleRecords.device("any").userCode),
            ]
            resources = try await store.resources()
            pushedRequest = try await store.pushedRequest("pushed")
            initialAccessTokens = try await store.initialAccessTokens()
            keys = try await store.keys()
            nextMessageDue = try await store.nextMessageDue()
            counter = try await store.counter("key", at: now + 1)
            events = try await store.events(of: nil, before: nil, limit: 10)
            notices = try await store.eventNotices(for: try await store.eventStreams(), limit: 10)
        }

        /// Whether all requested records were found.
        var isComplete: Bool {
            let lists: [[Any?]] = [
                found, [credential, fields, consent, pushedRequest, nextMessageDue, counter], browserSessions, sessions,
                flows, codes, devices,
            ]
            return isTokenRevoked && !lists.joined().contains { $0 == nil }
        }
    }

    /// The number of rows of each table after ``changes`` and ``later``.
    static let counts = [2, 1, 2, 3, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 1, 1, 3, 1, 3]

    static let changes: [Change] =
        [
            .client(.insert(SampleRecords.client())), .client(.insert(other)),
            .account(.insert(ada)), .account(.insert(grace)),
            .credential(.insert(SampleRecords.credential("phone", account: "ada"))),
            .credential(.insert(SampleRecords.credential("key", account: "ada"))),
            .customFields(
                .put(CustomFields(accountID: "ada", clientID: "app", values: ["level": 7, "text": "ä\n\u{1F511}"]))
            ),
            .consent(
                .put(Consent(accountID: "ada", clientID: "app", scopes: [.openid], declined: [.email], grantedAt: now))
            ),
            .account(
                .recordUse(FactorUse(accountID: "ada", factor: SampleRecords.password.factor, lastUsedAt: now))
            ),
            .account(.recordBrowser(SampleRecords.knownBrowser(account: "ada", trustedUntil: now + 60))),
            .browserSession(
                .insert(SampleRecords.browserSession("browser", account: "ada", requestedClass: .multiFactor))
            ),
            .browserSession(.insert(SampleRecords.browserSession("ended", account: "grace"))),
            .session(.insert(SampleRecords.session("session", account: "ada", binding: .offline("browser")))),
            .session(.insert(SampleRecords.session("online", account: "grace"))),
            .revokeToken(id: "token", until: now + 600),
            .resource(.insert(resource)),
            .logoutNotice(
                .insert(
                    LogoutNotice(
                        id: "session",
                        clientID: "app",
                        accountID: "ada",
                        browserSessionID: "browser",
                        expiresAt: now + 3600
                    )
                )
            ),
            .useIdentifier("assertion", until: now + 600, at: now),
            .pushedRequest(.insert(SampleRecords.pushedRequest())),
            .initialAccessToken(.insert(SampleRecords.initialAccessToken())),
            .flow(.insert(SampleRecords.flow("running"))),
            .flow(.insert(SampleRecords.flow("finished"))),
            .code(.insert(code("fresh"))), .code(.insert(code("spent"))),
            .device(.insert(device("television", at: now - 2000))),
            .device(.insert(SampleRecords.device("clock"))),
            .key(.insert(SampleRecords.key("old"))),
            .message(.enqueue(SampleRecords.mail("mail"))),
            SampleRecords.counter("key"),
            .eventStream(.insert("webhook:siem")), .audit(SampleRecords.event),
            .audit(
                AuditEvent(
                    id: "of ada",
                    at: now - 1,
                    kind: .signedIn,
                    actor: .user("ada"),
                    accountID: "ada",
                    address: "192.0.2.1"
                )
            ),
            .audit(AuditEvent(id: "same time", at: now, kind: .signedOut, detail: "")),
        ]

    /// Later changes of some records.
    static let later: [Change] = [
        .browserSession(.end("ended", at: now + 1)),
        .session(.renew("session", from: 1, to: 2, at: now + 5, expiresAt: now + 3700)),
        .session(.end("online", reason: .signedOut, at: now + 6)),
        .flow(.advance(finished)),
        .code(.redeem("spent", session: "session", at: now + 7)),
        .device(
            .decide(
                "clock",
                .approved(
                    account: "ada",
                    browserSession: "browser",
                    scopes: [.openid],
                    authentication: Authentication([], at: now, requestedClass: .multiFactor)
                )
            )
        ),
        .credential(.update(used)),
        .key(.retire("old", at: now + 8, expiresAt: now + 900)),
        .key(.insert(SampleRecords.key("new"))),
    ]

    static func device(_ id: DeviceAuthorization.ID, at date: Date) -> DeviceAuthorization {
        DeviceAuthorization(
            id: id,
            userCode: SampleRecords.device("any").userCode,
            clientID: SampleRecords.client().id,
            scopes: [.openid],
            interval: 5,
            createdAt: date,
            expiresAt: date + 600
        )
    }

    private static let resource = Resource(
        id: "https://api.example.com",
        name: "Orders \t\\N",
        scopes: [ResourceScope(Scope(rawValue: "orders:read"), texts: ["en": "See your orders"])],
        tokenLifetime: 300,
        introspectors: ["app"],
        requiresDPoP: true,
        createdAt: now
    )

    private static let other = Client(
        id: "other",
        name: "Other \"App\"\t\\N",
        secretHash: "hash",
        tokenEndpointAuthMethod: .clientSecretBasic,
        redirectURIs: ["https://app.example.com/callback"],
        grantTypes: [.authorizationCode],
        scopes: [.openid, .email],
        requiresPKCE: false,
        idTokenAlgorithm: .es256,
        native: NativeAuthenticationSettings(method: .password, disclosesAccounts: true, origins: ["*"]),
        secondFactor: .whenEnrolled,
        mobileApps: MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"]),
        createdAt: now
    )

    private static let ada = Account(
        id: "ada",
        identifiers: [
            AccountIdentifier(kind: .email, value: "ada@example.com", spelling: "Ada@example.com", verifiedAt: now),
            AccountIdentifier(kind: .phone, value: "+15550100", verifiedAt: nil),
        ],
        passwordHash: "$argon2id$hash",
        attributes: ["name": "Ada \u{1F44B}", "tags": ["a", 1, true, nil]],
        createdAt: now,
        updatedAt: now
    )

    private static let grace = Account(
        id: "grace",
        identifiers: [AccountIdentifier(kind: .username, value: "grace", verifiedAt: nil)],
        pending: [PendingAddress(kind: .email, value: "grace@example.com", since: now)],
        registeredBy: "other",
        passwordHash: nil,
        attributes: [:],
        createdAt: now,
        updatedAt: now,
        disabledAt: now
    )

    private static let used: Credential = {
        var credential = SampleRecords.credential("phone", account: "ada")
        credential.lastUsedAt = now + 8
        credential.state = Data([0, 255, 0])
        credential.revision += 1
        return credential
    }()

    private static func code(_ id: AuthorizationCode.ID) -> AuthorizationCode {
        AuthorizationCode(
            id: id,
            clientID: "app",
            accountID: "ada",
            browserSessionID: "browser",
            redirectURI: "com.example.app:/callback",
            scopes: [.openid],
            nonce: "nonce",
            codeChallenge: nil,
            codeChallengeMethod: nil,
            authentication: Authentication([], at: now, requestedClass: ACR(rawValue: "phr")),
            claims: ["userinfo": ["email": nil]],
            expiresAt: now + 60
        )
    }

    private static let finished: FlowRecord = {
        var record = SampleRecords.flow("finished")
        record.revision += 1
        record.state = Data([0, 255, 0])
        record.finishedAt = now + 7
        return record
    }()
}
