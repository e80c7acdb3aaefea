import Foundation
import GatehouseStore
import Testing

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
