import GatehouseStore
import GatehouseWire
import Testing

/// The contract of custom fields.
enum CustomFieldsContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Returns custom fields to their app only") { store throws in
            try await store.seed()
            try await store.commit([.client(.insert(SampleRecords.client("other")))])
            let fields = CustomFields(
                accountID: "user",
                clientID: "app",
                values: ["level": 7, "Größe": 1.5, "tags": ["a", nil, ["deep": true]], "empty": ""]
            )
            try await store.commit([.customFields(.put(fields))])
            #expect(try await store.customFields(of: "user", in: "app") == fields)
            #expect(try await store.customFields(of: "user", in: "other") == nil)
            #expect(try await store.customFields(of: "nobody", in: "app") == nil)
            #expect(try await store.customFields(of: "user") == [fields])
            #expect(try await store.customFields(of: "missing") == [])
        },
        StoreContractTest("Replaces custom fields, and ignores repeated removals") {
            store throws in
            try await store.seed()
            var fields = CustomFields(accountID: "user", clientID: "app", values: ["a": 1, "b": 2])
            try await store.commit([.customFields(.put(fields))])
            fields.values = ["c": 3]
            try await store.commit([.customFields(.put(fields))])
            #expect(try await store.customFields(of: "user", in: "app") == fields)
            try await store.commit([.customFields(.remove("user", "app"))])
            try await store.commit([.customFields(.remove("user", "app"))])
            #expect(try await store.customFields(of: "user", in: "app") == nil)
        },
        StoreContractTest("Rejects custom fields of a missing account or client") { store throws in
            try await store.seed()
            for (account, client) in [(Account.ID("nobody"), Client.ID("app")), ("user", "nothing")] {
                await store.expectConflict(
                    .customFields(.put(CustomFields(accountID: account, clientID: client, values: ["a": 1])))
                )
            }
        },
        StoreContractTest("Deletes custom fields with their account and client only") {
            store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(SampleRecords.account("second"))), .client(.insert(SampleRecords.client("other"))),
            ])
            for account in [Account.ID("user"), "second"] {
                for client in [Client.ID("app"), "other"] {
                    let fields = CustomFields(accountID: account, clientID: client, values: ["a": 1])
                    try await store.commit([.customFields(.put(fields))])
                }
            }
            try await store.commit([.account(.delete("user")), .client(.delete("app"))])
            #expect(try await store.customFields(of: "user", in: "other") == nil)
            #expect(try await store.customFields(of: "second", in: "app") == nil)
            #expect(try await store.customFields(of: "second", in: "other") != nil)
        },
    ]
}
