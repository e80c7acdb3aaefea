import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of clients.
enum ClientContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a client") { store throws in
            var client = Client(
                id: "app",
                name: "Example \"App\" 例",
                logoURI: "https://app.example.com/logo.png",
                termsOfServiceURI: "https://app.example.com/terms",
                policyURI: "https://app.example.com/privacy",
                secretHash: "hash",
                previousSecrets: [
                    PreviousSecret(hash: "first hash", expiresAt: SampleRecords.now + 90),
                    PreviousSecret(hash: "hash before", expiresAt: SampleRecords.now + 60),
                ],
                tokenEndpointAuthMethod: .clientSecretBasic,
                redirectURIs: ["https://app.example.com/callback?a=b", "com.example.app:/callback"],
                postLogoutRedirectURIs: ["https://app.example.com/"],
                grantTypes: [.authorizationCode, GrantType(rawValue: "urn:example:later")],
                scopes: [.openid, Scope(rawValue: "z"), .email],
                requiresPKCE: false,
                mayOmitRedirectURI: true,
                idTokenAlgorithm: .rs256,
                skipsConsent: true,
                attributes: [
                    ClientAttribute(name: "given_name", isRequired: true),
                    ClientAttribute(
                        name: "plan",
                        label: "Plan",
                        kind: .choice,
                        pattern: "[a-z]+",
                        options: ["a", "b"],
                        page: 2
                    ),
                ],
                native: NativeAuthenticationSettings(
                    method: .password,
                    disclosesAccounts: true,
                    origins: ["https://app.example.com", "*"]
                ),
                passwordApp: PasswordAppSettings(
                    keyHash: "hash of the key",
                    adminSecretHash: "hash of the secret",
                    tokenLifetime: 7_776_000.5,
                    accepts: ["other", "third"],
                    disclosesAccounts: true
                ),
                refreshRecovery: .journalled,
                introspects: [.username, .email],
                codeDomain: "app.example.com",
                secondFactor: .required,
                mobileApps: MobileApps(
                    appleAppIDs: ["A1B2C3D4E5.com.example.app"],
                    androidApps: [.init(packageName: "com.example.app", fingerprints: ["AB:CD:01", "EF:00:02"])]
                ),
                keys: .set(JSONWebKeySet(keys: [JSONWebKey(keyID: "key", x: "x", y: "y")])),
                sealedSecret: Data([0, 1, 255]),
                security: ClientSecurity(
                    profile: .fapi2Security,
                    requiresPushedRequests: true,
                    requiresSignedRequests: true,
                    requiresDPoP: true,
                    assertionAlgorithm: .es256,
                    requestObjectAlgorithm: .rs256,
                    userInfoAlgorithm: .es256
                ),
                authenticationDefaults: AuthenticationDefaults(
                    maxAge: 60,
                    classes: [.multiFactor],
                    requiresAuthenticationTime: true
                ),
                sectorIdentifier: "app.example.com",
                backChannelLogout: BackChannelLogout(uri: "https://app.example.com/logout", requiresSessionID: true),
                defaultResource: "https://api.example.com",
                tokenExchange: TokenExchangePolicy(
                    subjects: ["https://api.example.com"],
                    targets: ["https://other.example.com/api"],
                    permitsImpersonation: true
                ),
                origin: ClientOrigin(
                    kind: .registration,
                    isVerified: true,
                    statementIssuer: "https://software.example.com",
                    managementTokenHash: "hash of the token",
                    applicationType: .web,
                    clientURI: "https://app.example.com/",
                    contacts: ["ada@example.com"],
                    softwareID: "software",
                    softwareVersion: "1.0",
                    initiateLoginURI: "https://app.example.com/login",
                    freshUntil: SampleRecords.now + 60
                ),
                isForDevelopment: true,
                createdAt: SampleRecords.now
            )
            client.origin?.identityChangedAt = SampleRecords.now
            try await store.commit([.client(.insert(client)), .client(.insert(SampleRecords.client("bare")))])
            #expect(try await store.client("app") == client)
            #expect(try await store.client("bare") == SampleRecords.client("bare"))
            #expect(try await store.client("other") == nil)
        },
        StoreContractTest("Rejects a client with an existing id") { store throws in
            try await store.commit([.client(.insert(SampleRecords.client()))])
            await store.expectConflict(.client(.insert(SampleRecords.client())))
        },
        StoreContractTest("Replaces a client on update") { store throws in
            try await store.commit([.client(.insert(SampleRecords.client()))])
            var client = SampleRecords.client()
            client.name = "Renamed"
            client.scopes = []
            client.redirectURIs = []
            client.mayOmitRedirectURI = true
            client.native = NativeAuthenticationSettings(method: .code)
            client.passwordApp = PasswordAppSettings(keyHash: "hash", tokenLifetime: 60)
            client.previousSecrets = [PreviousSecret(hash: "hash before", expiresAt: SampleRecords.now)]
            client.refreshRecovery = .journalled
            client.introspects = [.email]
            client.codeDomain = "example.com"
            client.secondFactor = .whenEnrolled
            client.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"])
            try await store.commit([.client(.update(client))])
            #expect(try await store.client("app") == client)
            client.mobileApps = nil
            client.keys = .uri("https://app.example.com/keys")
            client.security.requiresDPoP = true
            client.origin = ClientOrigin(kind: .document)
            for demand in SecondFactorDemand.allCases + [nil] {
                client.secondFactor = demand
                try await store.commit([.client(.update(client))])
                #expect(try await store.client("app") == client)
            }
        },
        StoreContractTest("Rejects an update of a missing client") { store throws in
            await store.expectConflict(.client(.update(SampleRecords.client())))
            #expect(try await store.client("app") == nil)
        },
        StoreContractTest("Rejects a client update with another revision") { store throws in
            try await store.commit([.client(.insert(SampleRecords.client()))])
            var client = SampleRecords.client()
            client.name = "Renamed"
            client.revision = 2
            await store.expectConflict(.client(.update(client, ifRevision: 2)))
            #expect(try await store.client("app") == SampleRecords.client())
            try await store.commit([.client(.update(client, ifRevision: 1))])
            #expect(try await store.client("app") == client)
            await store.expectConflict(.client(.update(client, ifRevision: 1)))
            await store.expectConflict(.client(.update(SampleRecords.client("other"), ifRevision: 1)))
        },
        StoreContractTest("Accepts one of two concurrent client updates of the same revision") { store throws in
            try await store.commit([.client(.insert(SampleRecords.client()))])
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for name in ["First", "Second"] {
                    group.addTask {
                        var client = SampleRecords.client()
                        client.name = name
                        client.revision = 2
                        do throws(StoreError) {
                            try await store.commit([.client(.update(client, ifRevision: 1))])
                            return true
                        } catch .conflict {
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(made == 1)
        },
        StoreContractTest("Counts the records that depend on a client, and active sessions only") {
            store throws in
            try await store.seed()
            let registered = Account(
                id: "registered",
                identifiers: [],
                registeredBy: "app",
                passwordHash: nil,
                attributes: [:],
                createdAt: SampleRecords.now,
                updatedAt: SampleRecords.now
            )
            let ended = SampleRecords.session("ended")
            try await store.commit([
                .client(.insert(SampleRecords.client("other"))), .account(.insert(registered)),
                .consent(.put(SampleRecords.consent())), .consent(.put(SampleRecords.consent("user", "other"))),
                .customFields(.put(CustomFields(accountID: "user", clientID: "app", values: ["a": 1]))),
                .session(.insert(SampleRecords.session("one"))), .session(.insert(SampleRecords.session("two"))),
                .session(.insert(ended)), .session(.end("ended", reason: .signedOut, at: SampleRecords.now)),
                .session(.insert(SampleRecords.session("over", expiresAt: SampleRecords.now + 60))),
                .session(.insert(SampleRecords.session("elsewhere", client: "other"))),
            ])
            let usage = ClientUsage(sessions: 2, consents: 1, customFields: 1, accounts: 1)
            #expect(try await store.usage(of: "app", at: SampleRecords.now + 60) == usage)
            let other = ClientUsage(sessions: 1, consents: 1, customFields: 0, accounts: 0)
            #expect(try await store.usage(of: "other", at: SampleRecords.now + 60) == other)
            let none = ClientUsage(sessions: 0, consents: 0, customFields: 0, accounts: 0)
            #expect(try await store.usage(of: "unknown", at: SampleRecords.now) == none)
        },
        StoreContractTest("Keeps the sessions of an updated client") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(SampleRecords.session()))])
            try await store.commit([.client(.update(SampleRecords.client()))])
            #expect(try await store.session("session") != nil)
        },
        StoreContractTest("Deletes a client with all dependent records only") { store throws in
            try await store.seed()
            try await store.commit([
                .client(.insert(SampleRecords.client("other"))),
                .browserSession(.insert(SampleRecords.browserSession())),
            ])
            for (client, suffix) in [(Client.ID("app"), "1"), ("other", "2")] {
                try await store.commit([
                    .consent(.put(SampleRecords.consent("user", client))),
                    .session(.insert(SampleRecords.session(.init("session\(suffix)"), client: client))),
                    .code(.insert(SampleRecords.code(.init("code\(suffix)"), client: client))),
                    .device(.insert(SampleRecords.device(.init("device\(suffix)"), userCode: suffix, client: client))),
                ])
            }

            try await store.commit([.client(.delete("app"))])

            #expect(try await store.client("app") == nil)
            #expect(try await store.consent("user", "app") == nil)
            #expect(try await store.session("session1") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            #expect(try await store.consent("user", "other") != nil)
            #expect(try await store.session("session2") != nil)
            #expect(try await store.code("code2") != nil)
            #expect(try await store.device("device2") != nil)
            #expect(try await store.account("user") != nil)
            #expect(try await store.browserSession("browser") != nil)
        },
        StoreContractTest("Marks a client as deleted, and deletes its records before it") { store throws in
            try await store.seed()
            try await store.commit([.client(.insert(SampleRecords.client("other")))])
            try await insertRecords(of: "app", in: store)
            try await store.commit([
                .session(.insert(SampleRecords.session("kept", client: "other"))),
                .client(.markDeleted("app", at: SampleRecords.now)),
            ])
            #expect(try await store.client("app")?.deletedAt == SampleRecords.now)
            #expect(try await store.client("app")?.revision == 2)
            #expect(try await store.deletedClients() == ["app"])
            await store.expectConflict(.client(.markDeleted("app", at: SampleRecords.now)))
            await store.expectConflict(.client(.markDeleted("missing", at: SampleRecords.now)))

            var count = 0
            while true {
                let batch = try await store.deleteRecords(of: "app")
                guard batch > 0 else { break }
                count += batch
            }
            #expect(count == 306)
            #expect(try await store.usage(of: "app", at: SampleRecords.now).accounts == 0)
            #expect(try await store.account("registered") != nil)
            #expect(try await store.session("1") == nil)
            #expect(try await store.session("kept") != nil)
            try await store.commit([.client(.delete("app"))])
            #expect(try await store.deletedClients() == [])
        },
        StoreContractTest("Rejects the deletion of a missing client") { store throws in
            await store.expectConflict(.client(.delete("app")))
        },
        StoreContractTest("Lists clients in order of creation, then of writing") { store throws in
            try await store.commit([
                .client(.insert(SampleRecords.client("late", at: SampleRecords.now + 1))),
                .client(.insert(SampleRecords.client("z"))),
                .client(.insert(SampleRecords.client("a"))),
            ])
            #expect(try await store.clients(after: nil, limit: 9).map(\.id) == ["z", "a", "late"])
        },
        StoreContractTest("Returns a page of clients after the given one, up to the limit") { store throws in
            for number in 1...5 { try await store.commit([.client(.insert(SampleRecords.client(.init("\(number)"))))]) }
            #expect(try await store.clients(after: nil, limit: 2).map(\.id) == ["1", "2"])
            #expect(try await store.clients(after: "2", limit: 2).map(\.id) == ["3", "4"])
            #expect(try await store.clients(after: "4", limit: 2).map(\.id) == ["5"])
            #expect(try await store.clients(after: "5", limit: 2) == [])
            #expect(try await store.clients(after: nil, limit: 0) == [])
            #expect(try await store.clients(after: "unknown", limit: 2) == [])
        },
        StoreContractTest("Lists clients with mobile apps without the others") { store throws in
            var (late, app) = (SampleRecords.client("late", at: SampleRecords.now + 1), SampleRecords.client("app"))
            late.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.late"])
            app.mobileApps = MobileApps(appleAppIDs: ["A1B2C3D4E5.com.example.app"])
            try await store.commit([
                .client(.insert(late)), .client(.insert(SampleRecords.client("other"))), .client(.insert(app)),
            ])
            #expect(try await store.clientsWithMobileApps() == [app, late])
        },
    ]

    /// Inserts 306 records of a client: one of each kind, and 300 sessions.
    private static func insertRecords(of client: Client.ID, in store: any Store) async throws {
        let account = Account(
            id: "registered",
            identifiers: [],
            registeredBy: client,
            passwordHash: nil,
            attributes: [:],
            createdAt: SampleRecords.now,
            updatedAt: SampleRecords.now
        )
        try await store.commit(
            [
                .account(.insert(account)), .consent(.put(SampleRecords.consent("user", client))),
                .customFields(.put(CustomFields(accountID: "user", clientID: client, values: ["level": 1]))),
                .code(.insert(SampleRecords.code(client: client))),
                .device(.insert(SampleRecords.device(client: client))),
                .pushedRequest(.insert(SampleRecords.pushedRequest(client: client))),
            ] + (1...300).map { .session(.insert(SampleRecords.session(.init("\($0)"), client: client))) }
        )
    }
}
