import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of resources.
enum ResourceContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a resource, in order of creation") { store throws in
            let resource = Resource(
                id: "https://api.example.com/v1",
                name: "Orders \"例\"",
                scopes: [
                    ResourceScope(Scope(rawValue: "orders:read"), texts: ["en": "See your orders", "ja": "例"]),
                    ResourceScope(Scope(rawValue: "orders:write")),
                ],
                tokenFormat: .opaque,
                algorithm: .rs256,
                tokenLifetime: 300,
                introspectors: ["app", "other"],
                introspects: [.username],
                requiresDPoP: true,
                createdAt: SampleRecords.now + 1
            )
            try await store.commit([
                .resource(.insert(resource)), .resource(.insert(SampleRecords.resource("urn:example:bare"))),
            ])
            #expect(try await store.resources() == [SampleRecords.resource("urn:example:bare"), resource])
        },
        StoreContractTest("Rejects a resource with an existing identifier") { store throws in
            try await store.commit([.resource(.insert(SampleRecords.resource()))])
            await store.expectConflict(.resource(.insert(SampleRecords.resource())))
        },
        StoreContractTest("Replaces a resource if the stored revision is one below") { store throws in
            try await store.commit([.resource(.insert(SampleRecords.resource()))])
            var resource = SampleRecords.resource()
            resource.name = "Renamed"
            resource.tokenLifetime = 60
            await store.expectConflict(.resource(.update(resource)))
            resource.revision = 2
            try await store.commit([.resource(.update(resource))])
            #expect(try await store.resources() == [resource])
            await store.expectConflict(.resource(.update(resource)))
        },
        StoreContractTest("Deletes a resource, and rejects the deletion of a missing one") { store throws in
            try await store.commit([.resource(.insert(SampleRecords.resource()))])
            try await store.commit([.resource(.delete("https://api.example.com"))])
            #expect(try await store.resources().isEmpty)
            await store.expectConflict(.resource(.delete("https://api.example.com")))
        },
    ]
}

/// The contract of pushed authorization requests.
enum PushedRequestContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of a pushed request") { store throws in
            try await store.seed()
            let request = PushedRequest(
                id: "full",
                clientID: "app",
                form: "a=1&b=%20",
                keyThumbprint: "thumbprint",
                expiresAt: SampleRecords.now + 60
            )
            try await store.commit([
                .pushedRequest(.insert(request)), .pushedRequest(.insert(SampleRecords.pushedRequest("bare"))),
            ])
            #expect(try await store.pushedRequest("full") == request)
            #expect(try await store.pushedRequest("bare") == SampleRecords.pushedRequest("bare"))
            #expect(try await store.pushedRequest("other") == nil)
        },
        StoreContractTest("Rejects a pushed request with an existing id, and one of a missing client") { store throws in
            try await store.seed()
            try await store.commit([.pushedRequest(.insert(SampleRecords.pushedRequest()))])
            await store.expectConflict(.pushedRequest(.insert(SampleRecords.pushedRequest())))
            await store.expectConflict(.pushedRequest(.insert(SampleRecords.pushedRequest("new", client: "nothing"))))
        },
        StoreContractTest("Consumes a pushed request in one of 50 concurrent commits") { store throws in
            try await store.seed()
            try await store.commit([.pushedRequest(.insert(SampleRecords.pushedRequest()))])
            let count = await store.successCount { contender in
                let code = SampleRecords.code(AuthorizationCode.ID("\(contender)"))
                return [.pushedRequest(.consume("pushed")), .code(.insert(code))]
            }
            #expect(count == 1)
            #expect(try await store.pushedRequest("pushed") == nil)
        },
        StoreContractTest("Deletes pushed requests with their client, and after they expired") { store throws in
            try await store.seed()
            try await store.commit([
                .client(.insert(SampleRecords.client("other"))),
                .pushedRequest(.insert(SampleRecords.pushedRequest("deleted", client: "other"))),
                .pushedRequest(.insert(SampleRecords.pushedRequest("past", expiresAt: SampleRecords.now - 0.001))),
                .pushedRequest(.insert(SampleRecords.pushedRequest("present", expiresAt: SampleRecords.now))),
            ])
            try await store.commit([.client(.delete("other"))])
            #expect(try await store.pushedRequest("deleted") == nil)
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: 100) == 1)
            #expect(try await store.pushedRequest("past") == nil)
            #expect(try await store.pushedRequest("present") != nil)
        },
    ]
}

/// The contract of initial access tokens.
enum InitialAccessTokenContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns initial access tokens") { store throws in
            let any = SampleRecords.initialAccessToken("any", remaining: nil)
            try await store.commit([
                .initialAccessToken(.insert(any)), .initialAccessToken(.insert(SampleRecords.initialAccessToken())),
            ])
            #expect(try await store.initialAccessTokens() == [any, SampleRecords.initialAccessToken()])
            #expect(try await store.initialAccessToken("any") == any)
            #expect(try await store.initialAccessToken("other") == nil)
            await store.expectConflict(.initialAccessToken(.insert(any)))
        },
        StoreContractTest("Permits as many registrations as an initial access token has left") { store throws in
            try await store.commit([.initialAccessToken(.insert(SampleRecords.initialAccessToken(remaining: 3)))])
            let count = await store.successCount { contender in
                [
                    .initialAccessToken(.use("token", at: SampleRecords.now)),
                    .client(.insert(SampleRecords.client(Client.ID("\(contender)")))),
                ]
            }
            #expect(count == 3)
            #expect(try await store.initialAccessToken("token")?.remaining == 0)
            #expect(try await store.clients().count == 3)
        },
        StoreContractTest("Permits any number of registrations with an unlimited token until it expires") {
            store throws in
            let token = SampleRecords.initialAccessToken(remaining: nil, expiresAt: SampleRecords.now + 1)
            try await store.commit([.initialAccessToken(.insert(token))])
            for _ in 1...3 { try await store.commit([.initialAccessToken(.use("token", at: SampleRecords.now))]) }
            #expect(try await store.initialAccessToken("token") == token)
            await store.expectConflict(.initialAccessToken(.use("token", at: SampleRecords.now + 1)))
            await store.expectConflict(.initialAccessToken(.use("other", at: SampleRecords.now)))
        },
        StoreContractTest("Deletes initial access tokens") { store throws in
            try await store.commit([
                .initialAccessToken(.insert(SampleRecords.initialAccessToken())),
                .initialAccessToken(
                    .insert(SampleRecords.initialAccessToken("past", expiresAt: SampleRecords.now - 1))
                ),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: 100) == 1)
            for _ in 1...2 { try await store.commit([.initialAccessToken(.delete("token"))]) }
            #expect(try await store.initialAccessTokens().isEmpty)
        },
    ]
}

/// The contract of single-use identifiers.
enum UsedIdentifierContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Accepts one of 50 concurrent uses of an identifier") { store throws in
            let count = await store.successCount { _ in
                [.useIdentifier("assertion", until: SampleRecords.now + 60, at: SampleRecords.now)]
            }
            #expect(count == 1)
        },
        StoreContractTest("Accepts an identifier again after its validity has ended") { store throws in
            let until = SampleRecords.now + 60
            try await store.commit([.useIdentifier("assertion", until: until, at: SampleRecords.now)])
            await store.expectConflict(.useIdentifier("assertion", until: until + 60, at: until - 0.001))
            try await store.commit([.useIdentifier("assertion", until: until + 60, at: until)])
            await store.expectConflict(.useIdentifier("assertion", until: until + 60, at: until))
        },
        StoreContractTest("Deletes used identifiers after their validity has ended") { store throws in
            try await store.commit([
                .useIdentifier("past", until: SampleRecords.now - 0.001, at: SampleRecords.now - 9),
                .useIdentifier("present", until: SampleRecords.now + 9, at: SampleRecords.now - 9),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: 100) == 1)
            await store.expectConflict(.useIdentifier("present", until: SampleRecords.now + 9, at: SampleRecords.now))
        },
    ]
}
