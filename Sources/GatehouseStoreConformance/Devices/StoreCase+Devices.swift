import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let devices: [StoreCase] = [
        StoreCase("A device comes back as it was put in, by its id and by its user code") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(Sample.device()))])
            #expect(try await store.device("device") == Sample.device())
            #expect(try await store.device(userCode: "BCDFGHJK") == Sample.device())
            #expect(try await store.device("other") == nil)
            #expect(try await store.device(userCode: "other") == nil)
        },
        StoreCase("Inserting a device conflicts when its id exists") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(Sample.device(userCode: "A")))])
            await store.refuses(.device(.insert(Sample.device(userCode: "B"))))
        },
        StoreCase("Inserting a device conflicts when its client does not exist") { store throws in
            await store.refuses(.device(.insert(Sample.device())))
        },
        StoreCase("Inserting a device conflicts while its user code belongs to one that is alive") { store throws in
            try await store.seed()
            let first = Sample.device("first")
            try await store.commit([.device(.insert(first))])
            await store.refuses(.device(.insert(Sample.device("second", at: first.expiresAt - 0.001))))
            let third = Sample.device("third", at: first.expiresAt)
            try await store.commit([.device(.insert(third))])
            #expect(try await store.device(userCode: "BCDFGHJK") == third)
            #expect(try await store.device("first") == first)
        },
        StoreCase("Polling records when, and how long the device has to wait") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device())),
                .device(.poll("device", at: Sample.now + 7, interval: 10)),
                .device(.poll("unknown", at: Sample.now, interval: 10)),
            ])
            var polled = Sample.device()
            polled.lastPolledAt = Sample.now + 7
            polled.interval = 10
            #expect(try await store.device("device") == polled)
        },
    ]

    static let deviceDecisions: [StoreCase] = [
        StoreCase("An approval and a denial come back as they were decided") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device("yes", userCode: "A"))),
                .device(.insert(Sample.device("no", userCode: "B"))),
                .device(.decide("yes", Sample.approval())),
                .device(.decide("no", .denied)),
            ])
            #expect(try await store.device("yes")?.decision == Sample.approval())
            #expect(try await store.device("no")?.decision == .denied)
        },
        StoreCase("Deciding on a device conflicts when it was decided") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device("yes", userCode: "A"))),
                .device(.insert(Sample.device("no", userCode: "B"))),
                .device(.decide("yes", Sample.approval())),
                .device(.decide("no", .denied)),
            ])
            await store.refuses(.device(.decide("yes", .denied)))
            await store.refuses(.device(.decide("no", Sample.approval())))
            #expect(try await store.device("yes")?.decision == Sample.approval())
            #expect(try await store.device("no")?.decision == .denied)
        },
        StoreCase("Deciding on a device conflicts when it, or the account, does not exist") { store throws in
            try await store.seed()
            await store.refuses(.device(.decide("device", .denied)))
            try await store.commit([.device(.insert(Sample.device()))])
            await store.refuses(.device(.decide("device", Sample.approval(by: "nobody"))))
            #expect(try await store.device("device")?.decision == .pending)
        },
        StoreCase("Redeeming a device records when") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device())),
                .device(.decide("device", Sample.approval())),
                .device(.redeem("device", at: Sample.now + 8)),
            ])
            #expect(try await store.device("device")?.redeemedAt == Sample.now + 8)
        },
        StoreCase("Redeeming a device conflicts unless it is approved and not redeemed") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device("pending", userCode: "A"))),
                .device(.insert(Sample.device("denied", userCode: "B"))),
                .device(.decide("denied", .denied)),
                .device(.insert(Sample.device("redeemed", userCode: "C"))),
                .device(.decide("redeemed", Sample.approval())),
                .device(.redeem("redeemed", at: Sample.now)),
            ])
            for id in [DeviceAuthorization.ID("pending"), "denied", "redeemed", "unknown"] {
                await store.refuses(.device(.redeem(id, at: Sample.now + 1)))
            }
            #expect(try await store.device("redeemed")?.redeemedAt == Sample.now)
        },
        StoreCase("Of 50 that decide on a device at once, one does") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(Sample.device()))])
            let count = await store.winners { contender in
                [.device(.decide("device", contender.isMultiple(of: 2) ? .denied : Sample.approval()))]
            }
            #expect(count == 1)
            #expect(try await store.device("device")?.decision != .pending)
        },
        StoreCase("Of 50 that redeem a device at once, one gets a session") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(Sample.device())), .device(.decide("device", Sample.approval())),
            ])
            let count = await store.winners { contender in
                [
                    .session(.insert(Sample.session(.init("\(contender)")))),
                    .device(.redeem("device", at: Sample.now)),
                ]
            }
            #expect(count == 1)
            #expect(try await store.sessions(of: "person").count == 1)
        },
    ]
}
