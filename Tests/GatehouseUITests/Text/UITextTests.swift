import Foundation
import Testing

@testable import GatehouseUI

@Suite struct UITextTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/GatehouseUI/Text")

    /// A text as it is declared.
    struct Declaration: CustomTestStringConvertible, Sendable {
        let name: String
        let languages: [String]

        var testDescription: String { name }
    }

    /// The declarations of all tables.
    private static let declarations: [Declaration] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix("Text.swift") }.flatMap { file in
            let source = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
            let pattern =
                /static let (\w+) = UIText\(\s*"(.+?)",\s*de:\s*"(.+?)",\s*ja:\s*"(.+?)",\s*zh:\s*"(.+?)"\s*\)/
            return source.matches(of: pattern).map { match in
                let texts = [match.2, match.3, match.4, match.5].map(String.init)
                return Declaration(name: "\(file) \(match.1)", languages: texts)
            }
        }
    }()

    @Test func findsAllDeclarations() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let count = try names.filter { $0.hasSuffix("Text.swift") }.reduce(0) { count, name in
            let source = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            return count + source.matches(of: /static let \w+ = UIText/).count
        }
        #expect(count > 100)
        #expect(Self.declarations.count == count)
    }

    @Test(arguments: declarations) func hasSamePlaceholdersInEachLanguage(text: Declaration) {
        let placeholders = text.languages.map { Set($0.matches(of: /\{\w+\}/).map { String($0.output) }) }
        #expect(Set(placeholders).count == 1)
        let known: Set = ["{address}", "{app}", "{count}", "{date}"]
        #expect(placeholders.allSatisfy { $0.isSubset(of: known) })
    }

    @Test(arguments: declarations) func isTranslated(text: Declaration) {
        #expect(text.languages.dropFirst(2).allSatisfy { $0.unicodeScalars.contains { $0.value >= 0x3040 } })
        #expect(text.languages.prefix(2).allSatisfy { !$0.unicodeScalars.contains { $0.value >= 0x3040 } })
    }

    @Test(arguments: [
        ("en_US", "Sign in"), ("de_AT", "Anmelden"), ("ja_JP", "サインイン"), ("zh-Hans", "登录"), ("zh-Hant", "Sign in"),
        ("fr_FR", "Sign in"),
    ])
    func choosesLanguageOfLocale(locale: String, text: String) {
        #expect(SignInText.title.text(in: Locale(identifier: locale)) == text)
    }

    @Test func replacesPlaceholders() {
        let text = FactorText.mailIntro.text(in: Locale(identifier: "en"), [.address: "a***@example.com"])
        #expect(text == "Enter the code we emailed to a***@example.com.")
    }

    @Test(arguments: [
        ("name", "Full name"), ("displayName", "Display name"), ("given_name", "Given name"),
        ("postal_code", "Postal code"), ("postalCode", "Postal code"), ("extension_color", "Extension color"),
    ])
    func labelsAttributes(name: String, label: String) {
        #expect(AttributeLabel.label(of: name, in: Locale(identifier: "en")) == label)
    }

    @Test(arguments: [
        ("name", ScreenField.Content.name), ("givenName", .givenName), ("family_name", .familyName),
        ("postal_code", .postalCode), ("color", .other),
    ])
    func recognizesMeaningOfAttributes(name: String, content: ScreenField.Content) {
        #expect(ScreenField.Content(attribute: name) == content)
    }
}
