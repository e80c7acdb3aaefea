import Foundation
import Testing

/// The exchanges under `Tests/Fixtures`, made anew and compared letter by letter.
///
/// With `GATEHOUSE_RECORD=1` in the environment they are written instead; read the difference before it is committed.
@Suite struct GoldenExchangeTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized
    private static let records = ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1"

    @Test(arguments: GoldenCase.all)
    func isAsRecorded(golden: GoldenCase) async throws {
        let text = try await golden.exchange(try await Exhibition()).text(title: golden.title)
        let file = Self.folder.appending(path: golden.file + ".http")
        if Self.records {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded, "Record it again with GATEHOUSE_RECORD=1 if this is how it should be.")
    }

    /// But for what another server says: `AmazonService` is written by hand, for the tests of `LoginWithAmazon`.
    @Test func everyRecordingIsCompared() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        let recordings = paths.filter { $0.hasSuffix(".http") && !$0.hasPrefix("AmazonService/") }.map {
            String($0.dropLast(".http".count))
        }
        #expect(recordings.sorted() == GoldenCase.all.map(\.file).sorted())
    }

    @Test func layingOutChangesNothingButWhiteSpace() {
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
