#if os(Linux)
import Foundation
import Testing

/// The store beside a real keyring, in processes of their own.
@Suite(.needsDesktop, .timeLimit(.minutes(2)))
struct KeyringTests {
    @Test func theKeyIsInTheKeyringAndTheNextProcessFindsIt() async throws {
        let desktop = try await Desktop()
        let first = try StoreProcess(desktop.environment)
        #expect(try await first.ask("state") == "ready")
        #expect(try await first.ask("load") == "nothing")
        #expect(try await first.ask("save 1 ada") == "saved")
        let file = try #require(desktop.files("json").first)
        let text = String(decoding: file.value, as: UTF8.self)
        #expect(text.contains(#""protection":"secret-service""#) && text.contains(#""version":2"#))
        #expect(!text.contains("ada"))
        #expect(desktop.files("key").isEmpty)
        #expect(try await desktop.do("labels") == "(<'Gatehouse sign-ins of probe at id.example.com'>,)")

        let second = try StoreProcess(desktop.environment)
        #expect(try await second.ask("load") == "generation 1 of ada")
        #expect(try await second.ask("save 2 ada") == "saved")
        #expect(try await first.ask("save 2 eve").hasPrefix("conflict: "))
        #expect(try await first.ask("load") == "generation 2 of ada")
        // Who has signed out and in again has the same key.
        #expect(try await second.ask("remove") == "removed")
        #expect(try await StoreProcess(desktop.environment).ask("save 1 ada") == "saved")
        #expect(try await desktop.do("labels").split(separator: "\n").count == 1)
    }

    @Test func aLockedKeyringIsLockedAndNotSignedOut() async throws {
        let desktop = try await Desktop()
        let early = try StoreProcess(desktop.environment)
        #expect(try await early.ask("save 1 ada") == "saved")
        let file = desktop.files("json")
        try await desktop.do("lock")
        let late = try StoreProcess(desktop.environment)
        #expect(try await late.ask("state") == "locked")
        for line in ["load", "save 2 eve", "rehearse"] {
            let (answer, time) = try await late.timed(line)
            #expect(answer.hasPrefix("locked: ") && answer.contains("unlock it"), "\(line)")
            #expect(time < .seconds(3), "Nobody is asked for a password.")
        }
        // Nor is anybody asked for the password but by this; here there is no window to ask in.
        #expect(try await late.ask("unlock") == "locked")
        #expect(desktop.files("json") == file)
        #expect(desktop.files("key").isEmpty)
        // Who has read the key before goes on.
        #expect(try await early.ask("load") == "generation 1 of ada")
        #expect(try await early.ask("save 2 ada") == "saved")
        // And once it is unlocked, so does who has not.
        try await desktop.do("stop_keyring")
        try await desktop.do("start_keyring")
        #expect(try await late.ask("unlock") == "ready")
        #expect(try await late.ask("load") == "generation 2 of ada")
    }

    @Test func aSignInWithALockedKeyringHasAKeyFileUnlessTheKeyringWasNamed() async throws {
        let desktop = try await Desktop()
        try await desktop.do("lock")
        let named = try StoreProcess(desktop.environment, protection: "secret-service")
        #expect(try await named.ask("rehearse").hasPrefix("locked: "))
        #expect(try await named.ask("save 1 ada").hasPrefix("locked: "))
        #expect(desktop.files("json").isEmpty && desktop.files("key").isEmpty)
        let usual = try StoreProcess(desktop.environment)
        #expect(try await usual.ask("rehearse") == "would save")
        #expect(try await usual.ask("save 1 ada") == "saved")
        #expect(desktop.files("key").count == 1)
        #expect(try await StoreProcess(desktop.elsewhere).ask("load") == "generation 1 of ada")
        // What was asked for by name is had as soon as it can be, and keeps nobody from staying signed in before.
        #expect(try await named.ask("save 2 ada") == "saved")
        #expect(desktop.files("json").values.allSatisfy { String(decoding: $0, as: UTF8.self).contains("key-file") })
        try await desktop.do("stop_keyring")
        try await desktop.do("start_keyring")
        #expect(try await named.ask("save 3 ada") == "saved")
        #expect(
            desktop.files("json").values.allSatisfy { String(decoding: $0, as: UTF8.self).contains("secret-service") }
        )
    }

    @Test func aKeyringThatDiesKeepsNobodyFromWorkingWhoHasTheKey() async throws {
        let desktop = try await Desktop()
        let early = try StoreProcess(desktop.environment)
        #expect(try await early.ask("save 1 ada") == "saved")
        for end in ["stop_keyring", "stop_bus"] {
            try await desktop.do(end)
            #expect(try await early.ask("load") == "generation 1 of ada")
            let late = try StoreProcess(desktop.environment)
            let (answer, time) = try await late.timed("load")
            #expect(answer.hasPrefix("unavailable: "), "\(answer)")
            #expect(time < .seconds(3))
            #expect(try await late.ask("save 1 eve").hasPrefix("unavailable: "))
            #expect(try await late.ask("state").hasPrefix("absent("))
            #expect(desktop.files("key").isEmpty)
        }
        // A process that lived through all of it finds the new ones.
        let witness = try StoreProcess(desktop.environment)
        #expect(try await witness.ask("load").hasPrefix("unavailable: "))
        try await desktop.do("start_bus")
        try await desktop.do("start_keyring")
        #expect(try await witness.ask("load") == "generation 1 of ada")
        #expect(try await early.ask("save 2 ada") == "saved")
    }

    @Test func aBusThatNeverAnswersCostsThreeSecondsOnce() async throws {
        let desktop = try await Desktop()
        let path = desktop.folder + "/silent"
        let silence = try SilentSocket(at: path)
        let environment = desktop.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 }
        let process = try StoreProcess(environment)
        let (state, stateTime) = try await process.timed("state")
        #expect(state.contains("did not answer in time"))
        #expect(stateTime >= .seconds(3) && stateTime < .seconds(6), "\(stateTime)")
        let (answer, time) = try await process.timed("rehearse")
        #expect(answer == "would save")
        #expect(time >= .seconds(3) && time < .seconds(6), "\(time)")
        let (saved, saveTime) = try await process.timed("save 1 ada")
        #expect(saved == "saved" && saveTime < .seconds(3), "\(saveTime)")
        #expect(desktop.files("key").count == 1)
        let (found, loadTime) = try await StoreProcess(environment).timed("load")
        #expect(found == "generation 1 of ada" && loadTime < .seconds(3), "\(loadTime)")
        withExtendedLifetime(silence) {}
    }

    @Test func whatTheKeyringHasTheKeyOfWaitsForABusThatAnswers() async throws {
        let desktop = try await Desktop()
        #expect(try await StoreProcess(desktop.environment).ask("save 1 ada") == "saved")
        let file = desktop.files("json")
        let path = desktop.folder + "/silent"
        let silence = try SilentSocket(at: path)
        let silent = desktop.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 }
        let (answer, time) = try await StoreProcess(silent).timed("load")
        #expect(answer.hasPrefix("unavailable: ") && answer.contains("did not answer in time"))
        #expect(time >= .seconds(3) && time < .seconds(6), "\(time)")
        // As over ssh.
        let elsewhere = try StoreProcess(desktop.elsewhere)
        for line in ["load", "rehearse", "save 2 eve"] {
            let answer = try await elsewhere.ask(line)
            #expect(answer.hasPrefix("locked: ") && answer.contains("set DBUS_SESSION_BUS_ADDRESS"), "\(answer)")
        }
        #expect(desktop.files("json") == file && desktop.files("key").isEmpty)
        withExtendedLifetime(silence) {}
    }

    @Test func withoutABusOrALibraryTheKeyIsInAFile() async throws {
        let desktop = try await Desktop()
        let libraries = desktop.folder + "/libraries"
        try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: libraries + "/libsecret-1.so.0"))
        let usual = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        let unlinked = desktop.environment.merging(["LD_LIBRARY_PATH": libraries + usual]) { $1 }
        let reasons = [
            (desktop.elsewhere, "There is no D-Bus session here"), (unlinked, "libsecret is not installed"),
            (desktop.elsewhere.merging(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) { $1 }, "names no D-Bus session"),
        ]
        for (environment, reason) in reasons {
            let process = try StoreProcess(environment)
            #expect(try await process.ask("state").contains(reason))
            #expect(try await process.ask("save 1 ada") == "saved")
            #expect(desktop.files("key").count == 1)
            #expect(try await StoreProcess(desktop.environment).ask("load") == "generation 1 of ada")
            #expect(try await process.ask("remove") == "removed")
        }
        #expect(try await desktop.do("labels") == "")
        #expect(
            try await StoreProcess(unlinked, protection: "secret-service").ask("save 1 ada").hasPrefix("unavailable: ")
        )
    }

    @Test func aKeyThatIsGoneIsNeverReplacedWhileAFileNeedsIt() async throws {
        let desktop = try await Desktop()
        #expect(try await StoreProcess(desktop.environment).ask("save 1 ada") == "saved")
        let file = desktop.files("json")
        try await desktop.do("delete_items")
        let process = try StoreProcess(desktop.environment)
        for line in ["load", "rehearse", "save 2 eve"] {
            #expect(try await process.ask(line).hasPrefix("corrupt: "), "\(line)")
        }
        #expect(desktop.files("json") == file)
        #expect(try await desktop.do("labels") == "")
        #expect(try await process.ask("remove") == "removed")
        #expect(try await process.ask("save 1 eve") == "saved")
        #expect(try await StoreProcess(desktop.environment).ask("load") == "generation 1 of eve")
    }

    @Test func processesThatSignInAtTheSameMomentLeaveWhatAllCanRead() async throws {
        let desktop = try await Desktop()
        for environment in [desktop.environment, desktop.elsewhere] {
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<6 {
                    group.addTask { try await StoreProcess(environment).ask("save 1 person-\(number)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == "saved" } == 1)
            #expect(answers.count { $0.hasPrefix("conflict: ") } == 5)
            let found = try await StoreProcess(environment).ask("load")
            #expect(found.hasPrefix("generation 1 of person-"))
            #expect(try await StoreProcess(environment).ask("remove") == "removed")
        }
    }

    @Test func aFullDiskIsFoundBeforeTheSignIn() async throws {
        let desktop = try await Desktop()
        #expect(try await StoreProcess(desktop.elsewhere).ask("save 1 ada") == "saved")
        let file = desktop.files("json")
        // Files of this process end after one block.
        let full = try StoreProcess(desktop.elsewhere, shell: "trap '' XFSZ; ulimit -f 1")
        #expect(try await full.ask("rehearse").hasPrefix("unavailable: write"))
        #expect(try await full.ask("load") == "generation 1 of ada")
        #expect(desktop.files("json") == file && desktop.files("new").isEmpty)
    }
}
#endif
