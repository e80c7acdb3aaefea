import Foundation
import Testing

/// Repeats the exchanges under `Tests/Fixtures` and compares them byte by byte.
///
/// `GATEHOUSE_RECORD=1` in the environment records them instead; review the difference before committing it.
@Suite struct GoldenExchangeTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized
    private static let records = ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1"

    @Test(arguments: GoldenCase.all)
    func matchesRecording(golden: GoldenCase) async throws {
        let server = try await DeterministicServer(factors: golden.factors)
        let text = try await golden.exchange(server).text(title: golden.title)
        let file = Self.folder.appending(path: golden.file + ".http")
        if Self.records {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded, "If the change is intended, record it with GATEHOUSE_RECORD=1.")
    }

    /// `AmazonService` is excluded: its files are written by hand for the tests of `LoginWithAmazon`.
    @Test func comparesEveryRecording() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        let recordings = paths.filter { $0.hasSuffix(".http") && !$0.hasPrefix("AmazonService/") }.map {
            String($0.dropLast(".http".count))
        }
        #expect(recordings.sorted() == GoldenCase.all.map(\.file).sorted())
    }

    @Test func changesOnlyWhitespaceInJSONLayout() {
        let text = #"{"a":"b \" , c","d":[],"e":[1,{"f":null}],"g":["h","i"],"j":{}}"#
        let pretty = JSONLayout.pretty(text)
        #expect(
            pretty == """
                {
                  "a": "b \\" , c",
                  "d": [],
                  "e": [
                    1,
                    {
                      "f": null
                    }
                  ],
                  "g": ["h", "i"],
                  "j": {}
                }
                """
        )
        #expect(JSONLayout.pretty("no JSON") == "no JSON")
    }
}
