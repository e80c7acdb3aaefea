import Foundation
import GatehouseTesting
import MSAL
import Synchronization
import Testing

/// The logger is one for the whole process, so that other tests are heard as well.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LoggerTests {
    private final class Log: Sendable {
        private let lines = Mutex<[(MSALLogLevel, String, Bool)]>([])

        func add(_ level: MSALLogLevel, _ text: String?, _ isPersonal: Bool) {
            lines.withLock { $0.append((level, text ?? "", isPersonal)) }
        }

        var all: [(level: MSALLogLevel, text: String, isPersonal: Bool)] {
            lines.withLock { $0.map { (level: $0.0, text: $0.1, isPersonal: $0.2) } }
        }
    }

    @Test func aPasswordThatIsNotUsedIsAWarning() async throws {
        let log = Log()
        ModuleLog.hand(.warning) { log.add($0, $1, $2) }
        defer { ModuleLog.restore() }
        let canned = try Canned()
        for place in [Place.signInWithSparePassword, .signInStart, .signInWithPassword] {
            _ = await (try await place.reach(canned)).heard()
        }
        let ids = canned.api.requests.filter { $0.endpoint == .signInInitiate }.map {
            $0.correlationID?.uuidString ?? ""
        }
        let warned = ids.map { id in log.all.contains { $0.level == .warning && $0.text.contains(id) } }
        #expect(warned == [true, false, false])
        #expect(log.all.allSatisfy { !$0.text.contains("correct horse") })
    }

    @Test func callsAreLoggedWithoutWhoTheyAreAbout() async throws {
        let log = Log()
        ModuleLog.hand(.verbose) { log.add($0, $1, $2) }
        defer { ModuleLog.restore() }
        let canned = try Canned()
        let stage = try await Place.signUpStart.reach(canned)
        _ = await stage.heard()
        canned.api.queue(.userAlreadyExists, at: .signUpStart)
        let heard = await stage.heard()
        let id = try #require(heard.error?.correlationId.uuidString)
        #expect(log.all.contains { $0.level == .info && $0.text == "signUp succeeded" })
        #expect(log.all.contains { $0.level == .error && $0.text.hasPrefix("signUp failed: ") && $0.text.contains(id) })
        #expect(log.all.allSatisfy { !$0.isPersonal && !$0.text.contains("@") && !$0.text.contains("correct horse") })
    }
}
