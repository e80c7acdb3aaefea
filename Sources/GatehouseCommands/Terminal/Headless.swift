/// Whether the machine can show a browser to the person at the terminal.
package enum Headless {
    /// Answers from the environment variables of the process.
    ///
    /// - In a cloud workspace (`CODESPACES`) the person's browser cannot reach a loopback address: headless.
    /// - Where `BROWSER` names a browser, there is one.
    /// - On macOS only a session over SSH (`SSH_CONNECTION`) is headless.
    /// - Elsewhere a session without X11 and Wayland (`DISPLAY`, `WAYLAND_DISPLAY`) is headless; X11 forwarded over SSH is a display.
    package static func isHeadless(environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        if isSet("CODESPACES") { return true }
        if isSet("BROWSER") { return false }
        #if os(macOS)
        return isSet("SSH_CONNECTION")
        #else
        return !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")
        #endif
    }
}
