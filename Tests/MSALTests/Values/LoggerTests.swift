import Foundation
import GatehouseConcurrency
import GatehouseTesting
import MSAL
import Testing

/// The logger is shared by the process, so messages of other tests are included.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LoggerTests {
    private final class Log: Sendable {
        private let lines = Mutex<[(MSALLogLevel, String, Bool)]>([])

        func add(_ text: String?, level: MSALLogLevel, isPersonal: Bool) {
            lines.withLock { $0.append((level, text ?? "", isPersonal)) }
        }

        var all: [(level: MSALLogLevel, text: String, isPersonal: Bool)] {
            lines.withLock { $0.map { (level: $0.0, text: $0.1, isPersonal: $0.2) } }
        }
    }

    @Test func warnsOfUnusedPassword() async throws {
        let log = Log()
        ModuleLog.capture(.warning) { log.add($1, level: $0, isPersonal: $2) }
        defer { ModuleLog.restore() }
        let stubbed = try StubbedApp()
        for site in [CallSite.signInWithUnusedPassword, .signInStart, .signInWithPassword] {
            _ = await (try await site.prepare(stubbed)).perform()
        }
        let ids = stubbed.api.requests.filter { $0.endpoint == .signInInitiate }.map {
            $0.correlationID?.uuidString ?? ""
        }
        let warned = ids.map { id in log.all.contains { $0.level == .warning && $0.text.contains(id) } }
        #expect(warned == [true, false, false])
        #expect(log.all.allSatisfy { !$0.text.contains("correct horse") })
    }

    @Test func logsCallsWithoutPersonalData() async throws {
        let log = Log()
        ModuleLog.capture(.verbose) { log.add($1, level: $0, isPersonal: $2) }
        defer { ModuleLog.restore() }
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpStart.prepare(stubbed)
        _ = await prepared.perform()
        stubbed.api.queue(.userAlreadyExists, at: .signUpStart)
        let received = await prepared.perform()
        let id = try #require(received.error?.correlationId.uuidString)
        #expect(log.all.contains { $0.level == .info && $0.text == "signUp succeeded" })
        #expect(log.all.contains { $0.level == .error && $0.text.hasPrefix("signUp failed: ") && $0.text.contains(id) })
        #expect(log.all.allSatisfy { !$0.isPersonal && !$0.text.contains("@") && !$0.text.contains("correct horse") })
    }
}
