import Foundation
import GatehouseStore
import Testing

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
            #expect(try await store.clients(after: nil, limit: 9).count == 3)
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
