import Configuration

/// A section of the configuration file with named entries.
@available(macOS 15, *)
struct ConfiguredSection<Member: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    /// The name of the section.
    let name: String
    /// The kind of its entries, for messages.
    let kind: String

    /// Returns the name of the entry that a key belongs to; `nil` for keys of other sections.
    ///
    /// Names contain dots, so that only the known members separate them.
    func entry(of key: String) -> String? {
        let prefix = name + "."
        guard key.hasPrefix(prefix),
            let member = Member.allCases.first(where: { key.hasSuffix("." + $0.rawValue) }),
            key.count > prefix.count + member.rawValue.count + 1
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(member.rawValue.count + 1))
    }

    /// Returns the text of a member; `nil` if it is absent.
    func text(_ member: Member, of entry: String, _ reader: ConfigReader) -> String? {
        reader.string(forKey: key(member, of: entry), isSecret: true)
    }

    /// Returns the list of a member; empty if it is absent.
    ///
    /// - Throws: An error with the advice if the member is not a list.
    func list(
        _ member: Member,
        of entry: String,
        _ reader: ConfigReader,
        advice: String = "Use a list with one value per line."
    ) async throws(CommandError) -> [String] {
        do {
            return try await reader.fetchStringArray(forKey: key(member, of: entry)) ?? []
        } catch {
            throw invalid(member, of: entry, advice)
        }
    }

    /// Returns the error for a member with an invalid value.
    func invalid(_ member: Member, of entry: String, _ advice: String) -> CommandError {
        CommandError("Invalid \(member.rawValue) of the \(kind) '\(entry)'.", advice: advice)
    }

    private func key(_ member: Member, of entry: String) -> ConfigKey { ConfigKey([name, entry, member.rawValue]) }
}
