import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let accountPages: [StoreCase] = [
        StoreCase("Accounts are listed in order of creation; of one millisecond, of writing") { store throws in
            try await store.commit([
                .account(.insert(Sample.account("late", at: Sample.now + 2))),
                .account(.insert(Sample.account("z", at: Sample.now))),
                .account(.insert(Sample.account("a", at: Sample.now))),
                .account(.insert(Sample.account("early", at: Sample.now - 1))),
            ])
            let ids = try await store.accounts(after: nil, limit: 10).map(\.id)
            #expect(ids == ["early", "z", "a", "late"])
        },
        StoreCase("A page of accounts starts after the one named and holds as many as asked for") { store throws in
            for number in 1...7 {
                let names = [Sample.email("\(number)@example.com")]
                try await store.commit([.account(.insert(Sample.account(.init("\(number)"), names: names)))])
            }
            #expect(try await store.accounts(after: nil, limit: 3).map(\.id) == ["1", "2", "3"])
            #expect(try await store.accounts(after: "3", limit: 3).map(\.id) == ["4", "5", "6"])
            #expect(
                try await store.accounts(after: "6", limit: 3).map(\.identifiers) == [[Sample.email("7@example.com")]]
            )
            #expect(try await store.accounts(after: "7", limit: 3) == [])
            #expect(try await store.accounts(after: nil, limit: 0) == [])
        },
        StoreCase("A page of accounts after one that does not exist is empty") { store throws in
            try await store.commit([.account(.insert(Sample.account()))])
            #expect(try await store.accounts(after: "unknown", limit: 3) == [])
        },
    ]
}
