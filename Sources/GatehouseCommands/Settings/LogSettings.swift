package import Logging

/// The settings of the log.
package struct LogSettings: Sendable, Equatable {
    /// The format of log lines.
    package enum Format: String, Sendable, CaseIterable {
        /// For people.
        case text
        /// One JSON object per line, for programs.
        case json
    }

    /// The lowest level that is logged.
    package var level = Logger.Level.info
    package var format = Format.text

    package init() {}

    /// Reads the settings.
    ///
    /// - Throws: ``CommandError`` for an unknown level or format.
    package init(_ sources: SettingSources) async throws(CommandError) {
        level = try await Self.value(of: .logLevel, in: sources) ?? level
        format = try await Self.value(of: .logFormat, in: sources) ?? format
    }

    private static func value<Value: RawRepresentable<String> & CaseIterable>(
        of key: SettingKey,
        in sources: SettingSources
    ) async throws(CommandError) -> Value? {
        guard let text = try await sources.text(key) else { return nil }
        guard let value = Value(rawValue: text.lowercased()) else {
            let names = Value.allCases.map(\.rawValue)
            let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            throw CommandError("Invalid \(key.rawValue) '\(text)'.", advice: "Use \(list).")
        }
        return value
    }
}
