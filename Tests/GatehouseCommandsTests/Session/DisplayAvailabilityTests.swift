import GatehouseCommands
import Testing

@Suite struct DisplayAvailabilityTests {
    @Test(
        arguments: [
            ([:], true),
            (["DISPLAY": ":0"], false),
            (["WAYLAND_DISPLAY": "wayland-0"], false),
            (["DISPLAY": ""], true),
            (["DISPLAY": ":10.0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], false),
            (["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], true),
            (["BROWSER": "firefox"], false),
            (["CODESPACES": "true", "BROWSER": "/usr/bin/open-on-host", "DISPLAY": ":0"], true),
        ] as [([String: String], Bool)]
    )
    func detectsDisplayFromEnvironment(environment: [String: String], isHeadless: Bool) {
        #if os(Linux)
        #expect(DisplayAvailability.isHeadless(environment: environment) == isHeadless)
        #endif
    }
}
