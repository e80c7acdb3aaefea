import Foundation
import GatehouseServer

/// The settings of mailed codes, recent sign-ins, and the names of the directory.
extension Settings {
    static func codeLength(_ sources: SettingSources) async throws(CommandFailure) -> Int {
        guard let text = try await sources.text(.codeLength) else { return 8 }
        guard let length = Int(text), (6...10).contains(length) else {
            throw CommandFailure(
                "The setting \(SettingKey.codeLength.rawValue) is \(text).",
                advice: "Write it as a number from 6 to 10."
            )
        }
        return length
    }

    /// Whole minutes, as mails and pages say them.
    static func codeLifetime(_ sources: SettingSources) async throws(CommandFailure) -> TimeInterval {
        try await minutes(sources, .codeLifetime, 2...60) ?? Lifetimes().mailCode
    }

    /// Returns the setting in whole minutes, the unit in which refusals state it.
    static func signInFreshness(_ sources: SettingSources) async throws(CommandFailure) -> TimeInterval {
        try await minutes(sources, .signInFreshness, 1...60) ?? Lifetimes().freshSignIn
    }

    private static func minutes(
        _ sources: SettingSources,
        _ key: SettingKey,
        _ range: ClosedRange<Int>
    ) async throws(CommandFailure) -> TimeInterval? {
        guard let text = try await sources.text(key) else { return nil }
        guard let time = TimeInterval(parsing: text), time.truncatingRemainder(dividingBy: 60) == 0,
            (TimeInterval(range.lowerBound * 60)...TimeInterval(range.upperBound * 60)).contains(time)
        else {
            throw CommandFailure(
                "The setting \(key.rawValue) is \(text).",
                advice: "Write it in minutes, \(range.lowerBound)m to \(range.upperBound)m."
            )
        }
        return time
    }

    static func tenants(_ sources: SettingSources) async throws(CommandFailure) -> [String] {
        let names = try await sources.texts(.tenant)
        for name in names {
            guard (1...63).contains(name.utf8.count), name.utf8.allSatisfy(isTenantCharacter) else {
                throw CommandFailure(
                    "The setting \(SettingKey.tenant.rawValue) has the name \(name).",
                    advice: "Write names of 1 to 63 letters, digits and hyphens."
                )
            }
        }
        return names.isEmpty ? ["default"] : names
    }

    private static func isTenantCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
