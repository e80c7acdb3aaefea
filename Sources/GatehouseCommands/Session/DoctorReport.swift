import Foundation
import Gatehouse

/// What `gatehouse doctor` has found.
struct DoctorReport: Encodable {
    /// How many of the last events a person is shown.
    private static let eventCount = 8

    let diagnostics: Diagnostics
    /// Why the server does not answer; `nil` when it does.
    let serverTrouble: String?
    /// What to do; empty when all is well.
    let advice: [String]

    init(_ diagnostics: Diagnostics, reached failure: AuthError?) {
        self.diagnostics = diagnostics
        serverTrouble = failure?.message
        advice = [failure?.message].compactMap(\.self) + diagnostics.advice
    }

    func write(to output: Output) {
        output.line(output.styled(diagnostics.issuer.printable, .bold) + "  " + diagnostics.clientID.printable)
        let (isRead, isWritten) = (diagnostics.store.trouble == nil, diagnostics.store.writeTrouble == nil)
        write("Server", serverTrouble == nil ? "answers" : "does not answer", is: serverTrouble == nil, to: output)
        write("Clock", clock.text, is: clock.isRight, to: output)
        write("Store", store, is: isRead && isWritten, to: output)
        write("Lock", lock, is: !diagnostics.sessions.contains(where: \.isInterrupted), to: output)
        for session in diagnostics.sessions {
            write("Session", describe(session), is: session.failures == 0, to: output)
        }
        if diagnostics.sessions.isEmpty {
            let text = isRead ? "nobody is signed in" : "whether anybody is signed in cannot be read"
            write("Session", text, is: isRead ? true : nil, to: output)
        }
        if !diagnostics.events.isEmpty {
            output.line()
            output.line(output.styled("Last events", .bold))
            for event in diagnostics.events.suffix(Self.eventCount) { output.line("  \(event)".printable) }
        }
        guard !advice.isEmpty else { return }
        output.line()
        output.line(output.styled("What to do", .bold))
        for line in advice { output.line("  \(line)".printable) }
    }

    /// One line; without a yes or no it is not known whether all is well.
    private func write(_ label: String, _ text: String, is isWell: Bool?, to output: Output) {
        let mark =
            switch isWell {
            case true?: output.styled("✓", .green)
            case false?: output.styled("✗", .red)
            case nil: "?"
            }
        output.line("\(mark) \(label.padding(toLength: 8, withPad: " ", startingAt: 0)) \(text.printable)")
    }

    private var clock: (text: String, isRight: Bool?) {
        guard let offset = diagnostics.clockOffset else { return ("not compared with the server's yet", nil) }
        guard abs(offset) > 2 else { return ("agrees with the server's", true) }
        return ("\(Int(abs(offset))) seconds \(offset > 0 ? "behind" : "ahead of") the server's", abs(offset) <= 60)
    }

    private var store: String {
        let store = diagnostics.store
        if let trouble = store.trouble { return "\(store.type): \(trouble): \(store.detail ?? "")" }
        if let trouble = store.writeTrouble {
            return "\(store.type) can be read, not written: \(trouble): \(store.detail ?? "")"
        }
        let outbox = store.outbox == 0 ? "" : ", \(store.outbox) sign-outs to tell the server"
        guard let generation = store.generation else { return "\(store.type), nothing stored yet" }
        return "\(store.type), stored \(generation) times\(outbox)"
    }

    private var lock: String {
        if diagnostics.sessions.contains(where: \.isInterrupted) { return "a refresh was begun and never ended" }
        return diagnostics.isRefreshing ? "a refresh is under way" : "free"
    }

    private func describe(_ session: Diagnostics.Session) -> String {
        var text = session.fingerprint + (session.isCurrent ? " (current)" : "")
        let isExpired = session.expiresAt <= diagnostics.time
        text += ", token \(isExpired ? "expired" : "expires") \(session.expiresAt.formatted(.iso8601))"
        if session.refreshToken == nil { text += ", cannot be renewed" }
        if session.failures > 0 { text += ", \(session.failures) failures" }
        return text
    }
}
