import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let accountDeletion: [StoreCase] = [
        StoreCase("Deleting an account deletes all that is about it, and nothing else") { store throws in
            try await store.seed()
            try await store.commit([.account(.insert(Sample.account("other", names: [Sample.email("o@example.com")])))])
            for (account, suffix) in [(Account.ID("person"), "1"), ("other", "2")] {
                try await store.commit([
                    .consent(.put(Sample.consent(account))),
                    .session(.insert(Sample.session(.init("session\(suffix)"), account: account))),
                    .browserSession(.insert(Sample.browserSession(.init("browser\(suffix)"), account: account))),
                    .code(.insert(Sample.code(.init("code\(suffix)"), account: account))),
                    .device(.insert(Sample.device(.init("device\(suffix)"), userCode: suffix))),
                    .device(.decide(.init("device\(suffix)"), Sample.approval(by: account))),
                    .audit(AuditEvent(id: .init(suffix), at: Sample.now, kind: .signedIn, accountID: account)),
                ])
            }
            try await store.commit([.device(.insert(Sample.device("pending", userCode: "3")))])

            try await store.commit([.account(.delete("person"))])

            #expect(try await store.account("person") == nil)
            #expect(try await store.consent("person", "app") == nil)
            #expect(try await store.session("session1") == nil)
            #expect(try await store.browserSession("browser1") == nil)
            #expect(try await store.code("code1") == nil)
            #expect(try await store.device("device1") == nil)
            #expect(try await store.account("other") != nil)
            #expect(try await store.consent("other", "app") != nil)
            #expect(try await store.session("session2") != nil)
            #expect(try await store.browserSession("browser2") != nil)
            #expect(try await store.code("code2") != nil)
            #expect(try await store.device("device2") != nil)
            #expect(try await store.device("pending") != nil)
            #expect(try await store.events(of: "person", before: nil, limit: 10).map(\.id) == ["1"])
        },
        StoreCase("Deleting an account frees its names") { store throws in
            let name = Sample.email("name@example.com")
            try await store.commit([.account(.insert(Sample.account("a", names: [name])))])
            try await store.commit([.account(.delete("a")), .account(.insert(Sample.account("b", names: [name])))])
            #expect(try await store.account(.email, "name@example.com")?.id == "b")
        },
        StoreCase("Deleting an account conflicts when it does not exist") { store throws in
            await store.refuses(.account(.delete("person")))
        },
    ]
}
