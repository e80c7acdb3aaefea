import Foundation
import GatehouseStore
import GatehouseWire

/// A directory with something in each table.
enum Directory {
    private static let now = Records.now

    /// What stands in it, record by record, as a store reads it.
    static func records(in store: any Store) async throws -> [String] {
        var records: [String] = []
        func note(_ record: Any?) { records.append(record.map { "\($0)" } ?? "nothing") }
        for account in try await store.accounts(after: nil, limit: 10) { note(account) }
        note(try await store.account(.email, "ada@example.com"))
        note(try await store.account(.phone, "+15550100"))
        note(try await store.account(.username, "grace"))
        for client in try await store.clients() { note(client) }
        note(try await store.customFields(of: "ada", in: "app"))
        note(try await store.consent("ada", "app"))
        note(try await store.browserSession("browser"))
        note(try await store.browserSession(secretHash: "hash of ended"))
        for id: Session.ID in ["session", "online"] { note(try await store.session(id)) }
        note(try await store.isTokenRevoked(id: "token"))
        for id: TransactionRecord.ID in ["running", "finished"] { note(try await store.transaction(id)) }
        for id: AuthorizationCode.ID in ["fresh", "spent"] { note(try await store.code(id)) }
        for id: DeviceAuthorization.ID in ["television", "clock"] { note(try await store.device(id)) }
        note(try await store.device(userCode: Records.device("television").userCode))
        for key in try await store.keys() { note(key) }
        note(try await store.nextMailDue())
        note(try await store.counter("key", at: now + 1))
        for event in try await store.events(of: nil, before: nil, limit: 10) { note(event) }
        return records
    }

    /// How many rows each table has after ``changes`` and ``later``.
    static let counts = [2, 2, 3, 1, 1, 2, 2, 1, 2, 2, 2, 2, 1, 1, 3]

    static let changes: [Change] =
        [
            .client(.insert(Records.client)), .client(.insert(other)),
            .account(.insert(ada)), .account(.insert(grace)),
            .customFields(
                .put(CustomFields(accountID: "ada", clientID: "app", values: ["level": 7, "text": "ä\n\u{1F511}"]))
            ),
            .consent(
                .put(Consent(accountID: "ada", clientID: "app", scopes: [.openid], declined: [.email], grantedAt: now))
            ),
            .browserSession(.insert(Records.browserSession("browser", of: "ada"))),
            .browserSession(.insert(Records.browserSession("ended", of: "grace"))),
            .session(.insert(Records.session("session", of: "ada", browser: "browser"))),
            .session(.insert(Records.session("online", of: "grace"))),
            .revokeToken(id: "token", until: now + 600),
            .transaction(.insert(Records.transaction("running"))),
            .transaction(.insert(Records.transaction("finished"))),
            .code(.insert(code("fresh"))), .code(.insert(code("spent"))),
            .device(.insert(device("television", at: now - 2000))),
            .device(.insert(Records.device("clock"))),
            .key(.insert(Records.key("old"))),
            .mail(.enqueue(Records.mail("mail"))),
            Records.counter("key"),
            .audit(Records.event),
            .audit(AuditEvent(id: "of ada", at: now - 1, kind: .signedIn, accountID: "ada", address: "192.0.2.1")),
            .audit(AuditEvent(id: "same time", at: now, kind: .signedOut, detail: "")),
        ]

    /// What happens to some of them afterwards.
    static let later: [Change] = [
        .browserSession(.end("ended", at: now + 1)),
        .session(.rotate("session", from: 1, at: now + 5, expiresAt: now + 3700)),
        .session(.end("online", reason: .signedOut, at: now + 6)),
        .transaction(.advance(finished)),
        .code(.redeem("spent", session: "session", at: now + 7)),
        .device(
            .decide(
                "clock",
                .approved(
                    account: "ada",
                    browserSession: "browser",
                    scopes: [.openid],
                    authenticatedAt: now,
                    methods: [.password]
                )
            )
        ),
        .key(.retire("old", at: now + 8, expiresAt: now + 900)),
        .key(.insert(Records.key("new"))),
    ]

    static func device(_ id: DeviceAuthorization.ID, at date: Date) -> DeviceAuthorization {
        DeviceAuthorization(
            id: id,
            userCode: Records.device("any").userCode,
            clientID: Records.client.id,
            scopes: [.openid],
            interval: 5,
            createdAt: date,
            expiresAt: date + 600
        )
    }

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
        native: NativeAuthentication(method: .password, revealsAccounts: true, origins: ["*"]),
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
            authenticatedAt: now,
            methods: [.password],
            claims: ["userinfo": ["email": nil]],
            expiresAt: now + 60
        )
    }

    private static let finished: TransactionRecord = {
        var record = Records.transaction("finished")
        record.revision += 1
        record.state = Data([0, 255, 0])
        record.finishedAt = now + 7
        return record
    }()
}
