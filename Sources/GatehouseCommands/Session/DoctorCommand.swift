import ArgumentParser
import Foundation
import Gatehouse

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the local session and suggest fixes.",
        discussion: """
            The output contains no tokens, addresses or names, so you can add it to a support ticket. \
            Exit status: 0 no problems, 1 problems found, 4 not signed in and no --issuer.
            """
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the report as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let client = try options.client(in: context)
        _ = try? await client.session()
        await client.waitForPendingWork()
        let report = DoctorReport(await client.diagnostics(checkingServer: true))
        if json { try context.output.json(report) } else { report.write(to: context.output) }
        let count = report.advice.count
        guard count == 0 else {
            throw CommandError(count == 1 ? "1 problem found." : "\(count) problems found.")
        }
    }
}

/// The report of `gatehouse doctor`.
struct DoctorReport: Encodable {
    /// The number of recent events to show.
    private static let eventCount = 8

    let diagnostics: Diagnostics
    /// The reason that the server does not respond; `nil` if it does.
    let serverTrouble: String?
    /// The suggested fixes; empty without problems.
    let advice: [String]

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        serverTrouble = diagnostics.serverError
        advice = diagnostics.advice
    }

    func write(to output: Output) {
        output.line(output.styled(diagnostics.issuer.printable, .bold) + "  " + diagnostics.clientID.printable)
        let (isRead, isWritten) = (diagnostics.store.readError == nil, diagnostics.store.writeError == nil)
        write("Server", serverTrouble == nil ? "reachable" : "not reachable", is: serverTrouble == nil, to: output)
        write("Clock", clock.text, is: clock.isCorrect, to: output)
        write("Store", store, is: isRead && isWritten, to: output)
        write("Lock", lock, is: !diagnostics.sessions.contains(where: \.hasInterruptedRefresh), to: output)
        for session in diagnostics.sessions {
            write("Session", describe(session), is: session.failedRefreshes == 0, to: output)
        }
        if diagnostics.sessions.isEmpty {
            let text = isRead ? "not signed in" : "unknown: the store can't be read"
            write("Session", text, is: isRead ? true : nil, to: output)
        }
        if !diagnostics.events.isEmpty {
            output.line()
            output.line(output.styled("Recent events", .bold))
            for event in diagnostics.events.suffix(Self.eventCount) { output.line("  \(event)".printable) }
        }
        guard !advice.isEmpty else { return }
        output.line()
        output.line(output.styled("Suggestions", .bold))
        for line in advice { output.line("  \(line)".printable) }
    }

    /// Writes one line; `nil` means that the status is unknown.
    private func write(_ label: String, _ text: String, is isHealthy: Bool?, to output: Output) {
        let mark =
            switch isHealthy {
            case true?: output.styled("✓", .green)
            case false?: output.styled("✗", .red)
            case nil: "?"
            }
        output.line("\(mark) \(label.padding(toLength: 8, withPad: " ", startingAt: 0)) \(text.printable)")
    }

    private var clock: (text: String, isCorrect: Bool?) {
        guard let offset = diagnostics.clockOffset else { return ("not compared with the server yet", nil) }
        guard abs(offset) > 2 else { return ("matches the server", true) }
        return ("\(Int(abs(offset))) seconds \(offset > 0 ? "behind" : "ahead of") the server", abs(offset) <= 60)
    }

    private var store: String {
        let store = diagnostics.store
        if let trouble = store.readError { return "\(store.type): \(trouble): \(store.detail ?? "")" }
        if let trouble = store.writeError {
            return "\(store.type) is read-only: \(trouble): \(store.detail ?? "")"
        }
        let outbox = store.pendingRevocations == 0 ? "" : ", \(store.pendingRevocations) sign-outs pending"
        guard let generation = store.generation else { return "\(store.type), empty" }
        return "\(store.type), revision \(generation)\(outbox)"
    }

    private var lock: String {
        if diagnostics.sessions.contains(where: \.hasInterruptedRefresh) {
            return "token refresh interrupted"
        }
        return diagnostics.isRefreshing ? "token refresh in progress" : "free"
    }

    private func describe(_ session: Diagnostics.Session) -> String {
        var text = session.fingerprint + (session.isCurrent ? " (current)" : "")
        let isExpired = session.expiresAt <= diagnostics.time
        text += ", token \(isExpired ? "expired" : "expires") \(session.expiresAt.formatted(.iso8601))"
        if session.refreshTokenFingerprint == nil { text += ", no refresh token" }
        if session.failedRefreshes > 0 { text += ", \(session.failedRefreshes) failures" }
        return text
    }
}
