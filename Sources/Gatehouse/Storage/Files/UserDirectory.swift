import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The directories of this library in those of the user (XDG Base Directory Specification).
enum UserDirectory {
    /// Returns the environment variables that determine paths.
    ///
    /// `ProcessInfo` would copy all variables, which takes a millisecond.
    static func environment() -> [String: String] {
        let names = ["HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
        return names.reduce(into: [:]) { values, name in
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
        }
    }

    /// Returns the directory of the sessions.
    static func state(in environment: [String: String]) -> String {
        directory("XDG_STATE_HOME", else: ".local/state", in: environment)
    }

    /// Returns the directory of the keys.
    static func data(in environment: [String: String]) -> String {
        directory("XDG_DATA_HOME", else: ".local/share", in: environment)
    }

    private static func directory(
        _ variable: String,
        else fallback: String,
        in environment: [String: String]
    ) -> String {
        if let named = environment[variable], named.hasPrefix("/") { return named + "/gatehouse" }
        // Foundation consults the user database first; shells and the XDG directories use HOME.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (home ?? NSHomeDirectory()) + "/\(fallback)/gatehouse"
    }
}
