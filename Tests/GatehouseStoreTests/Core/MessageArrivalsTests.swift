import GatehouseStore
import GatehouseStoreConformance
import Testing

@Suite(.timeLimit(.minutes(1))) struct MessageArrivalsTests {
    private let arrivals = MessageArrivals()

    private func enqueue(_ kind: QueuedMessage.Kind = .message) -> Change {
        .message(.enqueue(SampleRecords.mail("mail", kind: kind)))
    }

    @Test func wakesAllThatWaitForKind() async {
        await withTaskGroup { group in
            for _ in 1...3 { group.addTask { await arrivals.wait(for: .message, beyond: 0) } }
            arrivals.record([enqueue(.logout), enqueue()])
            await group.waitForAll()
        }
        #expect(arrivals.count(of: .message) == 1 && arrivals.count(of: .logout) == 1)
    }

    @Test func doesNotWaitForMessageThatHasArrived() async {
        arrivals.record([enqueue()])
        await arrivals.wait(for: .message, beyond: 0)
    }

    @Test func countsCommittedMessagesOnly() {
        arrivals.record([.message(.remove("mail")), enqueue(), enqueue(.unverifiedLogout)])
        #expect(QueuedMessage.Kind.allCases.map(arrivals.count) == [1, 0, 1, 0])
    }

    @Test func endsWithItsTask() async {
        let waiting = Task { await arrivals.wait(for: .message, beyond: 0) }
        waiting.cancel()
        await waiting.value
        let cancelled = Task {
            try? await Task.sleep(for: .seconds(86_400))
            await arrivals.wait(for: .message, beyond: 0)
        }
        cancelled.cancel()
        await cancelled.value
    }
}
