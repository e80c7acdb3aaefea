import Foundation
import Testing

/// The guide shows code that is compiled and tested here.
@Suite struct MigrationGuideTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private func lines(_ path: String) throws -> [Substring] {
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the Swift blocks of the article.
    private func snippets() throws -> [[Substring]] {
        let article = try lines("Sources/LoginWithAmazon/LoginWithAmazon.docc/MigratingFromVersion2.md")
        return article.split(separator: "```swift").dropFirst().compactMap {
            $0.split(separator: "```").first.map(Array.init)
        }
    }

    /// Returns whether the file has these lines in sequence, indented by the same amount.
    private func contains(_ snippet: [Substring], in file: [Substring]) -> Bool {
        guard let first = snippet.first else { return false }
        return file.indices.contains { start in
            guard file[start].hasSuffix(first), start + snippet.count <= file.count else { return false }
            let margin = file[start].dropLast(first.count)
            return margin.allSatisfy { $0 == " " }
                && zip(snippet, file[start...]).allSatisfy { $0.isEmpty ? $1.isEmpty : margin + $0 == $1 }
        }
    }

    @Test func usesOnlyTestedSampleCode() throws {
        let names = ["Version2SampleTests", "Version3SampleTests", "MigrationSample", "MigrationSample+Version2"]
        let files = try names.map { try lines("Tests/LoginWithAmazonTests/Seeds/\($0).swift") }
        let snippets = try snippets()
        #expect(snippets.count == 24)
        for snippet in snippets {
            #expect(files.contains { contains(snippet, in: $0) }, "\(snippet.first ?? "") is no sample code")
        }
    }

    @Test func showsEveryVersion2CallInBothForms() throws {
        let text = try snippets().joined().joined(separator: "\n")
        let calls = [
            "AIMobileLib.authorizeUser(", "AIMobileLib.getAccessToken(", "AIMobileLib.getProfile(",
            "AIMobileLib.clearAuthorizationState(", "AIMobileLib.handleOpen(", "AIMobileLib.getClientId()",
            "AIMobileLib.getRedirectUri()", "kAIOptionReturnAuthCode", "kAIOptionCodeChallenge",
            "kAIOptionCodeChallengeMethod",
            "kAIOptionScopeData", "kAIOptionSandboxMode", ".shared().authorize(", "AMZNUser.fetch", ".shared().signOut",
            "AMZNAuthorizationManager.handleOpen(", "result.clientId", "result.redirectUri", "grantType = .code",
            "AMZNScopeFactory.scope(withName: \"profile\")", "AMZNScopeFactory.scope(withName: \"profile\", data:",
            "isSandboxMode = true", "interactiveStrategy = .never",
        ]
        #expect(calls.filter { !text.contains($0) } == [])
    }
}
