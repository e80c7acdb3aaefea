import Foundation
import GatehouseCommands
import GatehouseTestSupport
import Testing

@Suite struct QRCodeTests {
    @Test func choosesSmallestVersion() throws {
        // Version 1 holds at most 17 bytes.
        #expect(QRCode(text: "https://a.example")?.size == 21)
        #expect(QRCode(text: "https://ab.example")?.size == 25)
    }

    @Test func drawsFinderPatterns() throws {
        let code = try #require(QRCode(text: "https://login.example.com/device"))
        for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            for offset in 0..<7 {
                #expect(code.isDark(column: left + offset, row: top))
                #expect(code.isDark(column: left + 3, row: top + offset) == ![1, 5].contains(offset))
            }
        }
        #expect(code.isDark(column: -1, row: 0) == false)
        #expect(code.isDark(column: 0, row: code.size) == false)
    }

    @Test func leavesMarginOfFourModules() throws {
        let code = try #require(QRCode(text: "https://login.example.com/device"))
        let lines = code.terminalLines(colored: false)
        #expect(lines.count == (code.size + 9) / 2)
        #expect(lines.allSatisfy { $0.count == code.size + 8 })
        #expect((lines.prefix(2) + lines.suffix(2)).allSatisfy { $0.allSatisfy { $0 == " " } })
        #expect(lines.allSatisfy { $0.hasPrefix("    ") && $0.hasSuffix("    ") })
    }

    @Test func setsColorsForEachTerminalLine() throws {
        let code = try #require(QRCode(text: "https://login.example.com/device"))
        let expected = code.terminalLines(colored: false).map { "\u{1B}[38;5;16;48;5;231m\($0)\u{1B}[0m" }
        #expect(code.terminalLines(colored: true) == expected)
    }

    @Test func rejectsEmptyAndTooLongText() {
        #expect(QRCode(text: "") == nil)
        #expect(QRCode(text: String(repeating: "x", count: 2953))?.size == 177)
        #expect(QRCode(text: String(repeating: "x", count: 2954)) == nil)
    }

    @Test(
        .enabled(if: InteropPython.path != nil, InteropPython.isMissing),
        arguments: [
            "https://login.example.com/device?user_code=WDJB-MJHT", "x", "日本語 ü",
            String(repeating: "long ", count: 200),
        ],
        [false, true]
    )
    func decodesWithIndependentReader(text: String, colored: Bool) throws {
        let code = try #require(QRCode(text: text))
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        let script = URL(filePath: #filePath).appending(path: "../../../../Interop/read_qr_code.py").standardized
        process.executableURL = URL(filePath: InteropPython.path ?? "")
        process.arguments = [script.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(
            contentsOf: Data(code.terminalLines(colored: colored).joined(separator: "\n").utf8)
        )
        try input.fileHandleForWriting.close()
        let read = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        #expect(String(decoding: read ?? Data(), as: UTF8.self) == text)
    }
}
