/// How long a page asks somebody to wait, in the unit that people would choose; rounded up, so that it has passed by then.
package struct WaitTime: Sendable, Hashable {
    private let seconds: Int

    package init(seconds: Int) {
        self.seconds = seconds
    }

    func text(_ text: PageText) -> String {
        switch seconds {
        case ...1: text("wait.second", 1)
        case ..<120: text("wait.seconds", seconds)
        case ..<7_200: text("wait.minutes", (seconds + 59) / 60)
        default: text("wait.hours", (seconds + 3_599) / 3_600)
        }
    }
}
