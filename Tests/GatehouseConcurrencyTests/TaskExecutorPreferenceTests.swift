import Dispatch
import GatehouseConcurrency
import Testing

@Suite struct TaskExecutorPreferenceTests {
    private static let key = DispatchSpecificKey<Bool>()

    /// Whether the current code runs on the queue of ``preference``.
    private static var isOnQueue: Bool { DispatchQueue.getSpecific(key: key) == true }

    private let preference: TaskExecutorPreference

    init() {
        let queue = DispatchQueue(label: "executor")
        queue.setSpecific(key: Self.key, value: true)
        preference = TaskExecutorPreference { queue.async(execute: $0) }
    }

    private actor Place {
        var isOnQueue: Bool { TaskExecutorPreferenceTests.isOnQueue }
    }

    @Test func runsTaskAndItsActorsOnQueue() async {
        let places = await preference.task(name: "task") {
            let atStart = Self.isOnQueue
            let inActor = await Place().isOnQueue
            await Task.yield()
            return [atStart, inActor, Self.isOnQueue]
        }.value
        #expect(places == [true, true, true])
    }

    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Test func namesTask() async {
        #expect(await preference.task(name: "sign-in") { Task.name }.value == "sign-in")
        #expect(await TaskExecutorPreference.sharedPool.task(name: "refresh") { Task.name }.value == "refresh")
    }

    @Test func runsPartOfTaskOnQueue() async {
        let places = await Task.detached { [preference] in
            let part = await preference.run { [Self.isOnQueue, await Place().isOnQueue] }
            await Task.yield()
            return part + [Self.isOnQueue]
        }.value
        #expect(places == [true, true, false])
    }

    @Test func usesSharedPoolWithoutPreference() async {
        #expect(await TaskExecutorPreference.sharedPool.task(name: "task") { Self.isOnQueue }.value == false)
    }
}
