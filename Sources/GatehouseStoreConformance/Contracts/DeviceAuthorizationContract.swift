import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of device authorizations.
enum DeviceAuthorizationContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Finds a device authorization by its id and by its user code") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(SampleRecords.device()))])
            #expect(try await store.device("device") == SampleRecords.device())
            #expect(try await store.device(userCode: "BCDFGHJK") == SampleRecords.device())
            #expect(try await store.device("other") == nil)
            #expect(try await store.device(userCode: "other") == nil)
        },
        StoreContractTest("Rejects a device authorization with an existing id") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(SampleRecords.device(userCode: "A")))])
            await store.expectConflict(.device(.insert(SampleRecords.device(userCode: "B"))))
        },
        StoreContractTest("Rejects a device authorization of a missing client") { store throws in
            await store.expectConflict(.device(.insert(SampleRecords.device())))
        },
        StoreContractTest("Rejects a device authorization with the user code of an unexpired one") {
            store throws in
            try await store.seed()
            let first = SampleRecords.device("first")
            try await store.commit([.device(.insert(first))])
            await store.expectConflict(.device(.insert(SampleRecords.device("second", at: first.expiresAt - 0.001))))
            let third = SampleRecords.device("third", at: first.expiresAt)
            try await store.commit([.device(.insert(third))])
            #expect(try await store.device(userCode: "BCDFGHJK") == third)
            #expect(try await store.device("first") == first)
        },
        StoreContractTest("Records the time of a poll and the new interval") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(SampleRecords.device())),
                .device(.poll("device", at: SampleRecords.now + 7, interval: 10)),
                .device(.poll("unknown", at: SampleRecords.now, interval: 10)),
            ])
            var polled = SampleRecords.device()
            polled.lastPolledAt = SampleRecords.now + 7
            polled.interval = 10
            #expect(try await store.device("device") == polled)
        },
    ]
}

/// The contract of decisions on device authorizations.
enum DeviceDecisionContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores approvals and denials") { store throws in
            try await seedDecisions(in: store)
            #expect(try await store.device("yes")?.decision == SampleRecords.approval())
            #expect(try await store.device("no")?.decision == .denied)
            let approval = SampleRecords.approval(requestedClass: .multiFactor)
            try await store.commit([
                .device(.insert(SampleRecords.device("demanding", userCode: "C"))),
                .device(.decide("demanding", approval)),
            ])
            #expect(try await store.device("demanding")?.decision == approval)
            #expect(try await store.device(userCode: "C")?.decision == approval)
        },
        StoreContractTest("Rejects a second decision on a device") { store throws in
            try await seedDecisions(in: store)
            await store.expectConflict(.device(.decide("yes", .denied)))
            await store.expectConflict(.device(.decide("no", SampleRecords.approval())))
            #expect(try await store.device("yes")?.decision == SampleRecords.approval())
            #expect(try await store.device("no")?.decision == .denied)
        },
        StoreContractTest("Rejects a decision on a missing device or by a missing account") { store throws in
            try await store.seed()
            await store.expectConflict(.device(.decide("device", .denied)))
            try await store.commit([.device(.insert(SampleRecords.device()))])
            await store.expectConflict(.device(.decide("device", SampleRecords.approval(by: "nobody"))))
            #expect(try await store.device("device")?.decision == .pending)
        },
        StoreContractTest("Records the time of a device redemption") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(SampleRecords.device())),
                .device(.decide("device", SampleRecords.approval())),
                .device(.redeem("device", at: SampleRecords.now + 8)),
            ])
            #expect(try await store.device("device")?.redeemedAt == SampleRecords.now + 8)
        },
        StoreContractTest("Rejects a device redemption unless approved and not redeemed") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(SampleRecords.device("pending", userCode: "A"))),
                .device(.insert(SampleRecords.device("denied", userCode: "B"))),
                .device(.decide("denied", .denied)),
                .device(.insert(SampleRecords.device("redeemed", userCode: "C"))),
                .device(.decide("redeemed", SampleRecords.approval())),
                .device(.redeem("redeemed", at: SampleRecords.now)),
            ])
            for id in [DeviceAuthorization.ID("pending"), "denied", "redeemed", "unknown"] {
                await store.expectConflict(.device(.redeem(id, at: SampleRecords.now + 1)))
            }
            #expect(try await store.device("redeemed")?.redeemedAt == SampleRecords.now)
        },
        StoreContractTest("Accepts one of 50 concurrent decisions on a device") { store throws in
            try await store.seed()
            try await store.commit([.device(.insert(SampleRecords.device()))])
            let count = await store.successCount { contender in
                [.device(.decide("device", contender.isMultiple(of: 2) ? .denied : SampleRecords.approval()))]
            }
            #expect(count == 1)
            #expect(try await store.device("device")?.decision != .pending)
        },
        StoreContractTest("Accepts one of 50 concurrent redemptions of a device") { store throws in
            try await store.seed()
            try await store.commit([
                .device(.insert(SampleRecords.device())), .device(.decide("device", SampleRecords.approval())),
            ])
            let count = await store.successCount { contender in
                [
                    .session(.insert(SampleRecords.session(.init("\(contender)")))),
                    .device(.redeem("device", at: SampleRecords.now)),
                ]
            }
            #expect(count == 1)
            #expect(try await store.sessions(of: "user").count == 1)
        },
    ]

    /// Inserts the device `yes`, which the user approved, and the device `no`, which the user denied.
    private static func seedDecisions(in store: any Store) async throws {
        try await store.seed()
        try await store.commit([
            .device(.insert(SampleRecords.device("yes", userCode: "A"))),
            .device(.insert(SampleRecords.device("no", userCode: "B"))),
            .device(.decide("yes", SampleRecords.approval())),
            .device(.decide("no", .denied)),
        ])
    }
}
