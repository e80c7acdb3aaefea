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
