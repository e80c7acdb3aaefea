/// How an app waits for an outcome.
enum Form: String, CaseIterable, Sendable {
    case blocking, block, async
}
