import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Operations on a single worst-case value take at most 20 ms of CPU.
@Suite(.serialized) struct WorstCaseValueTests {
    /// Returns the minimum CPU time of three runs.
    private func cost(_ body: () -> Void) -> Duration {
        (0..<3).map { _ in MeasuredThread.time(body) }.min() ?? .zero
    }

    @Test(arguments: WorstCaseText.allCases) func parsesIdentifierQuickly(worst: WorstCaseText) {
        let text = worst.text(16 * 1024)
        #expect(cost { _ = EmailAddress(text) } < .milliseconds(20))
        #expect(cost { _ = EmailAddress(text.prefix(100) + "@example.com") } < .milliseconds(20))
        #expect(cost { _ = LoginIdentifier(typed: text) } < .milliseconds(20))
        #expect(cost { _ = LoginIdentifier(typed: text, as: .email) } < .milliseconds(20))
        #expect(cost { _ = Username(text) } < .milliseconds(20))
        #expect(cost { _ = PhoneNumber(international: "+" + text) } < .milliseconds(20))
        #expect(cost { _ = PhoneNumber(international: "+81" + worst.text(200)) } < .milliseconds(20))
        #expect(cost { _ = PhoneNumber(local: text, country: "JP") } < .milliseconds(20))
        #expect(cost { _ = PhoneNumber(local: "090", country: text) } < .milliseconds(20))
        #expect(cost { _ = UserCode.normalize(text) } < .milliseconds(20))
        #expect(cost { _ = CalendarDate(text) } < .milliseconds(20))
    }

    @Test(arguments: WorstCaseText.allCases) func evaluatesPasswordQuickly(worst: WorstCaseText) {
        let policy = PasswordPolicy()
        let personal = (0..<10).map { "\($0)" + worst.text(512) }
        for size in [64, 256, 1024, 4096, 16 * 1024] {
            let text = worst.text(size)
            #expect(cost { _ = policy.evaluate(Password(text), personal: personal) } < .milliseconds(20))
        }
    }

    @Test(arguments: [
        "4@8({[<369&#!1/|0$5+7%2", "aA4@4@aA", "p4$$w0rd", "qwertyuiop", "1qaz2wsx", "abcabcabc", "2024-01-01",
        "password",
        "tr0ub4dour&3", "aeiou", "l1|!", "s5$z2",
    ])
    func evaluatesGuessablePasswordQuickly(unit: String) {
        let policy = PasswordPolicy()
        let text = String(repeating: unit, count: 64 / unit.count + 1)
        let personal = (0..<40).map { String(text.dropFirst($0 % 8).prefix(64 - $0)) }
        #expect(cost { _ = policy.evaluate(Password(text), personal: personal) } < .milliseconds(20))
    }

    @Test(arguments: [
        "(a+)+b", "(a*)*b", "(.*)*b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)b", "((((a*)*)*)*)*b", #"(\w+\s?)*!"#,
        #"(?:[a-z]+)+\d"#, "(?=(a+))*b", #"(a+)\1+b"#, "(a?){200}b", "((a{1,50}){1,20})b", "[^b]*[^c]*[^d]*[^e]*b",
        #"(?:(?:\p{L}+)*)*\d"#, "(?R)?a*b",
    ])
    func matchesAttributePatternQuickly(pattern: String) {
        let form = AttributeForm([ClientAttribute(name: "a", pattern: pattern)])
        for text in [String(repeating: "a", count: 512), String(repeating: "é", count: 512)] {
            #expect(cost { _ = try? form.check(given: ["a": .string(text)]) } < .milliseconds(20), "\(text.prefix(1))")
        }
    }

    /// Longer runs of marks are rejected with their field.
    @Test(arguments: WorstCaseText.allCases.filter { $0 != .marks }) func negotiatesLanguageQuickly(
        worst: WorstCaseText
    ) {
        let text = worst.text(16 * 1024)
        let locales = worst.text(1024).split(separator: " ").map(String.init)
        #expect(cost { _ = Language.negotiate(uiLocales: locales, acceptLanguage: text) } < .milliseconds(60))
    }
}
