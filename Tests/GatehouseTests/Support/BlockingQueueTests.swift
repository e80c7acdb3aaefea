import Dispatch
import Testing

@testable import Gatehouse

@Suite(.timeLimit(.minutes(1))) struct BlockingQueueTests {
    private struct Failure: Error, Equatable {}

    @Test func returnsValueOrError() async {
        let queue = BlockingQueue(label: "test")
        #expect(await queue.run { 7 } == 7)
        await #expect(throws: Failure()) { try await queue.run { () throws(Failure) in throw Failure() } }
    }

    @Test func runsOneBodyAfterTheOther() async {
        let queue = BlockingQueue(label: "test")
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 1...100 { queue.submit { continuation.yield(number) } }
        await queue.run { continuation.finish() }
        #expect(await numbers.reduce(into: []) { $0.append($1) } == Array(1...100))
    }

    @Test func delaysBody() async {
        let queue = BlockingQueue(label: "test")
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        queue.submit(after: .milliseconds(50)) {
            continuation.yield(2)
            continuation.finish()
        }
        queue.submit { continuation.yield(1) }
        #expect(await numbers.reduce(into: []) { $0.append($1) } == [1, 2])
    }
}

@Suite(.timeLimit(.minutes(1))) struct BlockingResultTests {
    private let queue = BlockingQueue(label: "test")

    @Test func blocksUntilValueIsProvided() {
        let (early, late) = (BlockingResult<Int>(), BlockingResult<Int>())
        early.fulfill(1)
        #expect(early.wait() == 1)
        queue.submit(after: .milliseconds(20)) { late.fulfill(2) }
        #expect(late.wait() == 2)
    }

    @Test func keepsValueAfterTimeLimit() {
        let result = BlockingResult<Int>()
        #expect(result.wait(within: .milliseconds(1)) == nil)
        queue.submit { result.fulfill(3) }
        #expect(result.wait(within: .seconds(30)) == 3)
    }
}
