import GatehouseServer

/// A limit and its key in the section `limits` of the configuration file.
struct LimitSetting: Sendable {
    let key: SettingKey
    /// How its text has to look.
    let advice: String
    private let apply: @Sendable (inout Limits, String) -> Bool

    /// Sets the limit from text; `false` when the text is not one.
    func set(_ limits: inout Limits, to text: String) -> Bool {
        apply(&limits, text)
    }

    private static func rate(
        _ name: LimitName,
        _ path: any WritableKeyPath<Limits, Limits.Rate> & Sendable
    ) -> LimitSetting {
        LimitSetting(
            key: SettingKey(rawValue: "limits." + name.rawValue),
            advice: "Write it as COUNT/WINDOW, such as 10/15m, or 0 for no limit."
        ) { limits, text in
            guard let rate = Limits.Rate(parsing: text) else { return false }
            limits[keyPath: path] = rate
            return true
        }
    }

    private static func number(_ name: String, _ path: any WritableKeyPath<Limits, Int> & Sendable) -> LimitSetting {
        LimitSetting(key: SettingKey(rawValue: "limits." + name), advice: "Write it as a number above zero.") {
            limits,
            text in
            guard let number = Int(text), number > 0 else { return false }
            limits[keyPath: path] = number
            return true
        }
    }

    /// Which limits there are, for whoever named another.
    static let listing =
        "The limits are \(all.map { $0.key.rawValue.dropFirst("limits.".count) }.joined(separator: ", ")), each such as 10/15m: see docs/configuration.md."

    static let all: [LimitSetting] = [
        rate(.requestsPerAddress, \.requestsPerAddress),
        rate(.requestsPerClient, \.requestsPerClient),
        rate(.accountsPerAddress, \.accountsPerAddress),
        rate(.failuresPerAddress, \.failuresPerAddress),
        rate(.passwordFailuresPerAccount, \.passwordFailuresPerAccount),
        rate(.codeFailuresPerAccount, \.codeFailuresPerAccount),
        rate(.mailsPerRecipient, \.mailsPerRecipient),
        rate(.mailsPerAddress, \.mailsPerAddress),
        number("tries-per-code", \.triesPerCode),
    ]
}
