#if os(Linux)
import Foundation
import GatehouseTestSupport
import Testing

/// A desktop session: a D-Bus session with a real gnome-keyring, in its own directory.
///
/// A shell runs them. It stops them and deletes the directory when its input closes, however this process ends.
final class DesktopSession: Sendable {
    static let isInstalled = ["dbus-daemon", "gnome-keyring-daemon", "gdbus"].allSatisfy { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    let folder: String
    private let process = Process()
    private let input = Pipe()
    private let output: LineReader

    init() async throws {
        folder = NSTemporaryDirectory() + "gatehouse-desktop-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let output = Pipe()
        self.output = LineReader(output.fileHandleForReading)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try #require(await self.output.next() == "ready", "The keyring did not start: \(log)")
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// The environment of a process in the desktop session.
    var environment: [String: String] {
        environmentWithoutBus.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/run/bus"]) { $1 }
    }

    /// The environment of a process with the same files but without the D-Bus session.
    var environmentWithoutBus: [String: String] {
        let kept = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        return kept.merging([
            "HOME": folder, "XDG_STATE_HOME": "\(folder)/state", "XDG_DATA_HOME": "\(folder)/data",
            "XDG_RUNTIME_DIR": "\(folder)/elsewhere",
        ]) { $1 }
    }

    /// Returns the files with this extension below the directory, by name.
    func files(_ kind: String) -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let found = names.filter { $0.hasSuffix(".\(kind)") }
        return Dictionary(
            uniqueKeysWithValues: found.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) }
        )
    }

    /// Runs a function of the script and returns its output.
    @discardableResult
    func run(_ command: String) async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        var lines: [String] = []
        while let line = await output.next() {
            if line == "done" { return lines.joined(separator: "\n") }
            lines.append(line)
        }
        throw CocoaError(.fileReadUnknown, userInfo: [NSDebugDescriptionErrorKey: log])
    }

    private var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    private static let script = """
        folder=$1
        export HOME=$folder XDG_RUNTIME_DIR=$folder/run XDG_DATA_HOME=$folder/data
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/run/bus
        trap : INT TERM
        mkdir -m 700 "$folder/run" "$folder/data" "$folder/elsewhere"
        # No service directories, so that the bus starts no services.
        cat >"$folder/bus.conf" <<END
        <busconfig>
          <type>session</type>
          <listen>unix:path=$folder/run/bus</listen>
          <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        END
        ask() {
            path=/org/freedesktop/secrets$1 method=$2
            shift 2
            gdbus call --session --timeout 5 --dest org.freedesktop.secrets --object-path "$path" --method "$method" "$@" 2>>"$folder/log"
        }
        start_bus() {
            dbus-daemon --config-file="$folder/bus.conf" --nofork --nopidfile >>"$folder/log" 2>&1 </dev/null &
            bus=$!
            until [ -S "$folder/run/bus" ] || ! kill -0 $bus 2>/dev/null; do sleep 0.02; done
        }
        stop_bus() { kill -KILL $bus; wait $bus 2>/dev/null; rm -f "$folder/run/bus"; }
        start_keyring() {
            printf secret | gnome-keyring-daemon --foreground --components=secrets --unlock \\
                --control-directory="$folder/run/keyring" >>"$folder/log" 2>&1 &
            keyring=$!
            # Gives up after a hundred attempts; the test then reports that the keyring does not respond.
            for try in $(seq 100); do
                ask '' org.freedesktop.Secret.Service.ReadAlias default | grep -q login && return
                kill -0 $keyring 2>/dev/null || return
                sleep 0.05
            done
        }
        stop_keyring() { kill -KILL $keyring; wait $keyring 2>/dev/null; }
        lock() { ask '' org.freedesktop.Secret.Service.Lock "['/org/freedesktop/secrets/collection/login']"; }
        items() {
            ask /collection/login org.freedesktop.DBus.Properties.Get org.freedesktop.Secret.Collection Items | grep -o '/collection/login/[0-9]*'
        }
        labels() {
            for item in $(items); do ask "$item" org.freedesktop.DBus.Properties.Get org.freedesktop.Secret.Item Label; done
        }
        delete_items() {
            for item in $(items); do ask "$item" org.freedesktop.Secret.Item.Delete; done
        }
        start_bus
        start_keyring
        ask '' org.freedesktop.Secret.Service.ReadAlias default | grep -q login && echo ready
        while read -r command; do
            $command
            echo done
        done
        stop_keyring
        kill -KILL $bus
        rm -rf "$folder"
        """
}

extension Trait where Self == ConditionTrait {
    /// A condition that requires an installed keyring.
    static var requiresDesktopSession: Self {
        .enabled(
            if: DesktopSession.isInstalled,
            "A keyring is not installed (apt: dbus libglib2.0-bin gnome-keyring libsecret-1-0)."
        )
    }
}
#endif
