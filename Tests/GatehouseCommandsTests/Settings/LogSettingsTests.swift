import GatehouseCommands
import Logging
import Testing

@Suite struct LogSettingsTests: SettingsReader {
    private func settings(
        _ arguments: [SettingKey: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) async throws -> LogSettings {
        try await LogSettings(SettingSources(arguments: arguments, environment: environment, file: file))
    }

    @Test func usesDefaults() async throws {
        let settings = try await settings()
        #expect(settings.level == .info && settings.format == .text)
    }

    @Test func prefersCommandLineThenEnvironmentThenFile() async throws {
        try await withFile("log-level: error\nlog-format: json\n") { file in
            let environment = ["GATEHOUSE_LOG_LEVEL": "DEBUG"]
            let settings = try await settings(environment: environment, file: file)
            #expect(settings.level == .debug && settings.format == .json)
            let changed = try await self.settings([.logFormat: "text"], environment: environment, file: file)
            #expect(changed.level == .debug && changed.format == .text)
        }
    }

    @Test(arguments: ["verbose", "", "warn"]) func namesLevelsForUnknownOne(text: String) async {
        let line = await failure { _ = try await settings([.logLevel: text]) }
        #expect(
            line == "Invalid log-level '\(text)'. Use trace, debug, info, notice, warning, error or critical."
        )
    }

    @Test func namesFormatsForUnknownOne() async throws {
        let expected = "Invalid log-format 'xml'. Use text or json."
        #expect(await failure { _ = try await settings(environment: ["GATEHOUSE_LOG_FORMAT": "xml"]) } == expected)
        try await withFile("log-format: xml") { file in
            #expect(await failure { _ = try await settings(file: file) } == expected)
        }
    }
}
