#if os(Linux)
import Foundation
import Testing

/// The store with a real keyring, in separate processes.
@Suite(.requiresDesktopSession, .timeLimit(.minutes(2)))
struct KeyringTests {
    @Test func sharesKeyInKeyringWithNextProcess() async throws {
        let desktop = try await DesktopSession()
        let first = try StoreProcess(desktop.environment)
        #expect(try await first.send("state") == "ready")
        #expect(try await first.send("load") == "nothing")
        #expect(try await first.send("save 1 ada") == "saved")
        let file = try #require(desktop.files("json").first)
        let text = String(decoding: file.value, as: UTF8.self)
        #expect(text.contains(#""protection":"secret-service""#) && text.contains(#""version":2"#))
        let sealed = try #require(text.firstMatch(of: /"sealed":"([^"]+)"/)?.output.1)
        let bytes = String(decoding: try #require(Data(base64Encoded: String(sealed))), as: UTF8.self)
        // Base64 can contain a short text by chance.
        #expect(!text.replacing(sealed, with: "").contains("ada") && !bytes.contains("ada"))
        #expect(desktop.files("key").isEmpty)
        #expect(try await desktop.run("labels") == "(<'Gatehouse sign-ins of probe at id.example.com'>,)")

        let second = try StoreProcess(desktop.environment)
        #expect(try await second.send("load") == "generation 1 of ada")
        #expect(try await second.send("save 2 ada") == "saved")
        #expect(try await first.send("save 2 eve").hasPrefix("conflict: "))
        #expect(try await first.send("load") == "generation 2 of ada")
        // The key survives signing out and in again.
        #expect(try await second.send("remove") == "removed")
        #expect(try await StoreProcess(desktop.environment).send("save 1 ada") == "saved")
        #expect(try await desktop.run("labels").split(separator: "\n").count == 1)
    }

    @Test func reportsLockedKeyring() async throws {
        let desktop = try await DesktopSession()
        let early = try StoreProcess(desktop.environment)
        #expect(try await early.send("save 1 ada") == "saved")
        let file = desktop.files("json")
        try await desktop.run("lock")
        let late = try StoreProcess(desktop.environment)
        #expect(try await late.send("state") == "locked")
        for line in ["load", "save 2 eve", "rehearse"] {
            let (response, time) = try await late.timed(line)
            #expect(response.hasPrefix("locked: ") && response.contains("unlock it"), "\(line)")
            #expect(time < .seconds(3), "No prompt is shown.")
        }
        // An explicit unlock prompts; this session has no display for the prompt.
        #expect(try await late.send("unlock") == "locked")
        #expect(desktop.files("json") == file)
        #expect(desktop.files("key").isEmpty)
        // A process that has read the key keeps working.
        #expect(try await early.send("load") == "generation 1 of ada")
        #expect(try await early.send("save 2 ada") == "saved")
        // Other processes work once the keyring is unlocked.
        try await desktop.run("stop_keyring")
        try await desktop.run("start_keyring")
        #expect(try await late.send("unlock") == "ready")
        #expect(try await late.send("load") == "generation 2 of ada")
    }

    @Test func usesKeyFileWhenKeyringIsLockedUnlessRequestedExplicitly() async throws {
        let desktop = try await DesktopSession()
        try await desktop.run("lock")
        let named = try StoreProcess(desktop.environment, protection: "secret-service")
        #expect(try await named.send("rehearse").hasPrefix("locked: "))
        #expect(try await named.send("save 1 ada").hasPrefix("locked: "))
        #expect(desktop.files("json").isEmpty && desktop.files("key").isEmpty)
        let usual = try StoreProcess(desktop.environment)
        #expect(try await usual.send("rehearse") == "would save")
        #expect(try await usual.send("save 1 ada") == "saved")
        #expect(desktop.files("key").count == 1)
        #expect(try await StoreProcess(desktop.environmentWithoutBus).send("load") == "generation 1 of ada")
        // An explicit protection applies as soon as it is available, and does not end a session before that.
        #expect(try await named.send("save 2 ada") == "saved")
        #expect(desktop.files("json").values.allSatisfy { String(decoding: $0, as: UTF8.self).contains("key-file") })
        try await desktop.run("stop_keyring")
        try await desktop.run("start_keyring")
        #expect(try await named.send("save 3 ada") == "saved")
        #expect(
            desktop.files("json").values.allSatisfy { String(decoding: $0, as: UTF8.self).contains("secret-service") }
        )
    }

    @Test func keepsWorkingWithLoadedKeyAfterKeyringStops() async throws {
        let desktop = try await DesktopSession()
        let early = try StoreProcess(desktop.environment)
        #expect(try await early.send("save 1 ada") == "saved")
        for end in ["stop_keyring", "stop_bus"] {
            try await desktop.run(end)
            #expect(try await early.send("load") == "generation 1 of ada")
            let late = try StoreProcess(desktop.environment)
            let (response, time) = try await late.timed("load")
            #expect(response.hasPrefix("unavailable: "), "\(response)")
            #expect(time < .seconds(3))
            #expect(try await late.send("save 1 eve").hasPrefix("unavailable: "))
            #expect(try await late.send("state").hasPrefix("absent("))
            #expect(desktop.files("key").isEmpty)
        }
        // A process that was running throughout connects to the new bus and keyring.
        let running = try StoreProcess(desktop.environment)
        #expect(try await running.send("load").hasPrefix("unavailable: "))
        try await desktop.run("start_bus")
        try await desktop.run("start_keyring")
        #expect(try await running.send("load") == "generation 1 of ada")
        #expect(try await early.send("save 2 ada") == "saved")
    }

    @Test func waitsAtMostThreeSecondsForUnresponsiveBus() async throws {
        let desktop = try await DesktopSession()
        let path = desktop.folder + "/silent"
        let silence = try SilentSocket(at: path)
        let environment = desktop.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 }
        let process = try StoreProcess(environment)
        let (state, stateTime) = try await process.timed("state")
        #expect(state.contains("did not answer in time"))
        #expect(stateTime >= .seconds(3) && stateTime < .seconds(6), "\(stateTime)")
        let (response, time) = try await process.timed("rehearse")
        #expect(response == "would save")
        #expect(time >= .seconds(3) && time < .seconds(6), "\(time)")
        let (saved, saveTime) = try await process.timed("save 1 ada")
        #expect(saved == "saved" && saveTime < .seconds(3), "\(saveTime)")
        #expect(desktop.files("key").count == 1)
        let (found, loadTime) = try await StoreProcess(environment).timed("load")
        #expect(found == "generation 1 of ada" && loadTime < .seconds(3), "\(loadTime)")
        withExtendedLifetime(silence) {}
    }

    @Test func reportsUnavailableForKeyringFileWithoutWorkingBus() async throws {
        let desktop = try await DesktopSession()
        #expect(try await StoreProcess(desktop.environment).send("save 1 ada") == "saved")
        let file = desktop.files("json")
        let path = desktop.folder + "/silent"
        let silence = try SilentSocket(at: path)
        let silent = desktop.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 }
        let (response, time) = try await StoreProcess(silent).timed("load")
        #expect(response.hasPrefix("unavailable: ") && response.contains("did not answer in time"))
        #expect(time >= .seconds(3) && time < .seconds(6), "\(time)")
        // As in an SSH session.
        let withoutBus = try StoreProcess(desktop.environmentWithoutBus)
        for line in ["load", "rehearse", "save 2 eve"] {
            let response = try await withoutBus.send(line)
            #expect(response.hasPrefix("locked: ") && response.contains("set DBUS_SESSION_BUS_ADDRESS"), "\(response)")
        }
        #expect(desktop.files("json") == file && desktop.files("key").isEmpty)
        withExtendedLifetime(silence) {}
    }

    @Test func usesKeyFileWithoutBusOrLibrary() async throws {
        let desktop = try await DesktopSession()
        let libraries = desktop.folder + "/libraries"
        try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: libraries + "/libsecret-1.so.0"))
        let usual = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        let unlinked = desktop.environment.merging(["LD_LIBRARY_PATH": libraries + usual]) { $1 }
        let reasons = [
            (desktop.environmentWithoutBus, "There is no D-Bus session"), (unlinked, "libsecret is not installed"),
            (
                desktop.environmentWithoutBus.merging(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) { $1 },
                "does not name a D-Bus session"
            ),
        ]
        for (environment, reason) in reasons {
            let process = try StoreProcess(environment)
            #expect(try await process.send("state").contains(reason))
            #expect(try await process.send("save 1 ada") == "saved")
            #expect(desktop.files("key").count == 1)
            #expect(try await StoreProcess(desktop.environment).send("load") == "generation 1 of ada")
            #expect(try await process.send("remove") == "removed")
        }
        #expect(try await desktop.run("labels") == "")
        #expect(
            try await StoreProcess(unlinked, protection: "secret-service").send("save 1 ada").hasPrefix("unavailable: ")
        )
    }

    @Test func neverReplacesMissingKeyOfExistingFile() async throws {
        let desktop = try await DesktopSession()
        #expect(try await StoreProcess(desktop.environment).send("save 1 ada") == "saved")
        let file = desktop.files("json")
        try await desktop.run("delete_items")
        let process = try StoreProcess(desktop.environment)
        for line in ["load", "rehearse", "save 2 eve"] {
            #expect(try await process.send(line).hasPrefix("corrupt: "), "\(line)")
        }
        #expect(desktop.files("json") == file)
        #expect(try await desktop.run("labels") == "")
        #expect(try await process.send("remove") == "removed")
        #expect(try await process.send("save 1 eve") == "saved")
        #expect(try await StoreProcess(desktop.environment).send("load") == "generation 1 of eve")
    }

    @Test func writesReadableFileWhenProcessesSignInConcurrently() async throws {
        let desktop = try await DesktopSession()
        for environment in [desktop.environment, desktop.environmentWithoutBus] {
            let responses = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<6 {
                    group.addTask { try await StoreProcess(environment).send("save 1 person-\(number)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses.count { $0 == "saved" } == 1)
            #expect(responses.count { $0.hasPrefix("conflict: ") } == 5)
            let found = try await StoreProcess(environment).send("load")
            #expect(found.hasPrefix("generation 1 of person-"))
            #expect(try await StoreProcess(environment).send("remove") == "removed")
        }
    }

    @Test func detectsFullDiskBeforeSignIn() async throws {
        let desktop = try await DesktopSession()
        #expect(try await StoreProcess(desktop.environmentWithoutBus).send("save 1 ada") == "saved")
        let file = desktop.files("json")
        // Limits the files of this process to one block.
        let full = try StoreProcess(desktop.environmentWithoutBus, shell: "trap '' XFSZ; ulimit -f 1")
        #expect(try await full.send("rehearse").hasPrefix("unavailable: write"))
        #expect(try await full.send("load") == "generation 1 of ada")
        #expect(desktop.files("json") == file && desktop.files("new").isEmpty)
    }
}
#endif
