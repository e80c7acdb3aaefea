/// The way in which an app waits for an outcome.
enum CallStyle: String, CaseIterable, Sendable {
    case blocking, block, async
}
