import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let clients: [StoreCase] = [
        StoreCase("A client comes back as it was put in") { store throws in
            let client = Client(
                id: "app",
                name: "Example \"App\" 例",
                logoURI: "https://app.example.com/logo.png",
                termsOfServiceURI: "https://app.example.com/terms",
                policyURI: "https://app.example.com/privacy",
                secretHash: "hash",
                previousSecret: PreviousSecret(hash: "hash before", expiresAt: Sample.now + 60),
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
                native: NativeAuthentication(
                    method: .password,
                    revealsAccounts: true,
                    origins: ["https://app.example.com", "*"]
                ),
                kii: KiiApplication(
                    keyHash: "hash of the key",
                    adminSecretHash: "hash of the secret",
                    tokenLifetime: 7_776_000.5,
                    accepts: ["other", "third"],
                    revealsAccounts: true
                ),
                refreshRecovery: .journalled,
                introspects: [.username, .email],
                codeDomain: "app.example.com",
                isForDevelopment: true,
                createdAt: Sample.now
            )
            try await store.commit([.client(.insert(client)), .client(.insert(Sample.client("bare")))])
            #expect(try await store.client("app") == client)
            #expect(try await store.client("bare") == Sample.client("bare"))
            #expect(try await store.client("other") == nil)
        },
        StoreCase("Inserting a client conflicts when its id exists") { store throws in
            try await store.commit([.client(.insert(Sample.client()))])
            await store.refuses(.client(.insert(Sample.client())))
        },
        StoreCase("Updating a client replaces it") { store throws in
            try await store.commit([.client(.insert(Sample.client()))])
            var client = Sample.client()
            client.name = "Renamed"
            client.scopes = []
            client.redirectURIs = []
            client.mayOmitRedirectURI = true
            client.native = NativeAuthentication(method: .code)
            client.kii = KiiApplication(keyHash: "hash", tokenLifetime: 60)
            client.previousSecret = PreviousSecret(hash: "hash before", expiresAt: Sample.now)
            client.refreshRecovery = .journalled
            client.introspects = [.email]
            client.codeDomain = "example.com"
            try await store.commit([.client(.update(client))])
            #expect(try await store.client("app") == client)
        },
        StoreCase("Updating a client conflicts when it does not exist") { store throws in
            await store.refuses(.client(.update(Sample.client())))
            #expect(try await store.client("app") == nil)
        },
        StoreCase("Updating a client of a revision conflicts when the stored one is another") { store throws in
            try await store.commit([.client(.insert(Sample.client()))])
            var client = Sample.client()
            client.name = "Renamed"
            client.revision = 2
            await store.refuses(.client(.update(client, ifRevision: 2)))
            #expect(try await store.client("app") == Sample.client())
            try await store.commit([.client(.update(client, ifRevision: 1))])
            #expect(try await store.client("app") == client)
            await store.refuses(.client(.update(client, ifRevision: 1)))
            await store.refuses(.client(.update(Sample.client("other"), ifRevision: 1)))
        },
        StoreCase("Of two updates of a client at one revision, one is made") { store throws in
            try await store.commit([.client(.insert(Sample.client()))])
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for name in ["First", "Second"] {
                    group.addTask {
                        var client = Sample.client()
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
        StoreCase("The usage of a client counts what depends on it, and sessions that are alive") { store throws in
            try await store.seed()
            let registered = Account(
                id: "registered",
                identifiers: [],
                registeredBy: "app",
                passwordHash: nil,
                attributes: [:],
                createdAt: Sample.now,
                updatedAt: Sample.now
            )
            let ended = Sample.session("ended")
            try await store.commit([
                .client(.insert(Sample.client("other"))), .account(.insert(registered)),
                .consent(.put(Sample.consent())), .consent(.put(Sample.consent("person", "other"))),
                .customFields(.put(CustomFields(accountID: "person", clientID: "app", values: ["a": 1]))),
                .session(.insert(Sample.session("one"))), .session(.insert(Sample.session("two"))),
                .session(.insert(ended)), .session(.end("ended", reason: .signedOut, at: Sample.now)),
                .session(.insert(Sample.session("over", expiresAt: Sample.now + 60))),
                .session(.insert(Sample.session("elsewhere", client: "other"))),
            ])
            let usage = ClientUsage(sessions: 2, consents: 1, customFields: 1, accounts: 1)
            #expect(try await store.usage(of: "app", at: Sample.now + 60) == usage)
            let other = ClientUsage(sessions: 1, consents: 1, customFields: 0, accounts: 0)
            #expect(try await store.usage(of: "other", at: Sample.now + 60) == other)
            let none = ClientUsage(sessions: 0, consents: 0, customFields: 0, accounts: 0)
            #expect(try await store.usage(of: "unknown", at: Sample.now) == none)
        },
        StoreCase("Updating a client leaves its sessions alone") { store throws in
            try await store.seed()
            try await store.commit([.session(.insert(Sample.session()))])
            try await store.commit([.client(.update(Sample.client()))])
            #expect(try await store.session("session") != nil)
        },
        StoreCase("Deleting a client deletes all that is about it, and nothing else") { store throws in
            try await store.seed()
            try await store.commit([
                .client(.insert(Sample.client("other"))), .browserSession(.insert(Sample.browserSession())),
            ])
            for (client, suffix) in [(Client.ID("app"), "1"), ("other", "2")] {
                try await store.commit([
                    .consent(.put(Sample.consent("person", client))),
                    .session(.insert(Sample.session(.init("session\(suffix)"), client: client))),
                    .code(.insert(Sample.code(.init("code\(suffix)"), client: client))),
                    .device(.insert(Sample.device(.init("device\(suffix)"), userCode: suffix, client: client))),
                ])
            }

            try await store.commit([.client(.delete("app"))])

            #expect(try await store.client("app") == nil)
            #expect(try await store.consent("person", "app") == nil)
            #expect(try await store.session("session1") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            #expect(try await store.consent("person", "other") != nil)
            #expect(try await store.session("session2") != nil)
            #expect(try await store.code("code2") != nil)
            #expect(try await store.device("device2") != nil)
            #expect(try await store.account("person") != nil)
            #expect(try await store.browserSession("browser") != nil)
        },
        StoreCase("Deleting a client conflicts when it does not exist") { store throws in
            await store.refuses(.client(.delete("app")))
        },
        StoreCase("Clients are listed in order of creation; of one millisecond, of writing") { store throws in
            try await store.commit([
                .client(.insert(Sample.client("late", at: Sample.now + 1))),
                .client(.insert(Sample.client("z"))),
                .client(.insert(Sample.client("a"))),
            ])
            #expect(try await store.clients().map(\.id) == ["z", "a", "late"])
        },
    ]
}
