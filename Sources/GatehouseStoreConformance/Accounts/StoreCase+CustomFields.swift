import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let customFields: [StoreCase] = [
        StoreCase("Custom fields come back as they were put in, to their app alone") { store throws in
            try await store.seed()
            try await store.commit([.client(.insert(Sample.client("other")))])
            let fields = CustomFields(
                accountID: "person",
                clientID: "app",
                values: ["level": 7, "Größe": 1.5, "tags": ["a", nil, ["deep": true]], "empty": ""]
            )
            try await store.commit([.customFields(.put(fields))])
            #expect(try await store.customFields(of: "person", in: "app") == fields)
            #expect(try await store.customFields(of: "person", in: "other") == nil)
            #expect(try await store.customFields(of: "nobody", in: "app") == nil)
        },
        StoreCase("Putting custom fields replaces them; removing them twice changes nothing more") { store throws in
            try await store.seed()
            var fields = CustomFields(accountID: "person", clientID: "app", values: ["a": 1, "b": 2])
            try await store.commit([.customFields(.put(fields))])
            fields.values = ["c": 3]
            try await store.commit([.customFields(.put(fields))])
            #expect(try await store.customFields(of: "person", in: "app") == fields)
            try await store.commit([.customFields(.remove("person", "app"))])
            try await store.commit([.customFields(.remove("person", "app"))])
            #expect(try await store.customFields(of: "person", in: "app") == nil)
        },
        StoreCase("Custom fields of an account or a client that does not exist conflict") { store throws in
            try await store.seed()
            for (account, client) in [(Account.ID("nobody"), Client.ID("app")), ("person", "nothing")] {
                await store.refuses(
                    .customFields(.put(CustomFields(accountID: account, clientID: client, values: ["a": 1])))
                )
            }
        },
        StoreCase("Custom fields go with their account and with their client, and others stay") { store throws in
            try await store.seed()
            try await store.commit([
                .account(.insert(Sample.account("second"))), .client(.insert(Sample.client("other"))),
            ])
            for account in [Account.ID("person"), "second"] {
                for client in [Client.ID("app"), "other"] {
                    let fields = CustomFields(accountID: account, clientID: client, values: ["a": 1])
                    try await store.commit([.customFields(.put(fields))])
                }
            }
            try await store.commit([.account(.delete("person")), .client(.delete("app"))])
            #expect(try await store.customFields(of: "person", in: "other") == nil)
            #expect(try await store.customFields(of: "second", in: "app") == nil)
            #expect(try await store.customFields(of: "second", in: "other") != nil)
        },
    ]
}
