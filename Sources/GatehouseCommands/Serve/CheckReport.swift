import Foundation

/// The report of `gatehouse serve --check`.
package struct CheckReport: Encodable, Sendable {
    /// The result of one check.
    package struct Finding: Encodable, Sendable {
        package enum Status: String, Encodable, Sendable {
            case passed, warning, failed
        }

        let name: String
        package let status: Status
        let detail: String
        /// The advice how to fix a problem.
        let advice: String?

        static func passed(_ name: String, _ detail: String) -> Finding {
            Finding(name: name, status: .passed, detail: detail, advice: nil)
        }

        static func warning(_ name: String, _ detail: String, advice: String) -> Finding {
            Finding(name: name, status: .warning, detail: detail, advice: advice)
        }

        static func failed(_ name: String, _ error: CommandError) -> Finding {
            Finding(name: name, status: .failed, detail: error.message, advice: error.advice)
        }
    }

    package let checks: [Finding]

    /// The error of the command; `nil` if a server would start with these settings.
    var failure: CommandError? {
        switch checks.count(where: { $0.status == .failed }) {
        case 0: nil
        case 1: CommandError("1 problem found.")
        case let count: CommandError("\(count) problems found.")
        }
    }

    func write(to output: Output) {
        let width = (checks.map(\.name.count).max() ?? 0) + 2
        for check in checks {
            let mark =
                switch check.status {
                case .passed: output.styled("✓", .green)
                case .warning: "!"
                case .failed: output.styled("✗", .red)
                }
            let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
            output.line("\(mark) \(name)\(check.detail.printable)")
            if let advice = check.advice { output.line(String(repeating: " ", count: width + 2) + advice.printable) }
        }
    }
}
