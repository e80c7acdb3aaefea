import Foundation
import GatehouseQRCode
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

    @Test func drawsImageWithMarginOnLightBackground() throws {
        let code = try #require(QRCode(text: "https://a.example"))
        let svg = code.svg(label: "QR code")
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" shape-rendering="crispEdges" role="img" \
            aria-label="QR code"><rect width="29" height="29" fill="#fff"/><path d="
            """
        #expect(svg.hasPrefix(head))
        #expect(svg.hasSuffix("\" stroke=\"#000\"/></svg>"))
        // The upper edges of the two upper finder patterns.
        #expect(svg.dropFirst(head.count).hasPrefix("M4 4.5h7"))
        #expect(svg.dropFirst(head.count).prefix { $0 != "\"" }.split(separator: "M")[0].hasSuffix("h7"))
        #expect(svg.split(separator: "<path").count == 2)
    }

    @Test func drawsCompactImage() throws {
        let text =
            "otpauth://totp/Example%20App:anna%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
            + "&issuer=Example%20App&algorithm=SHA1&digits=6&period=30"
        #expect(try #require(QRCode(text: text)).svg(label: "QR code").utf8.count < 6_000)
    }

    @Test func escapesLabelOfImage() throws {
        let code = try #require(QRCode(text: "x"))
        let svg = code.svg(label: "\"><script>alert('Ü & \u{0}\u{1B}\u{301}')</script>")
        let label = "&quot;&gt;&lt;script&gt;alert(&#39;Ü &amp; \u{FFFD}\u{FFFD}\u{301}&#39;)&lt;/script&gt;"
        #expect(svg.contains(" aria-label=\"\(label)\">"))
    }

    @Test(.enabled(if: InteropPython.path != nil, InteropPython.isMissing), arguments: texts, [false, true])
    func decodesTerminalLinesWithIndependentReader(text: String, colored: Bool) throws {
        let code = try #require(QRCode(text: text))
        #expect(try read(code.terminalLines(colored: colored).joined(separator: "\n")) == text)
    }

    @Test(.enabled(if: InteropPython.path != nil, InteropPython.isMissing), arguments: texts)
    func decodesImageWithIndependentReader(text: String) throws {
        let code = try #require(QRCode(text: text))
        #expect(try read(code.svg(label: "\"Scan\" <& type>")) == text)
    }

    private static let texts = [
        "https://login.example.com/device?user_code=WDJB-MJHT", "x", "日本語 ü", String(repeating: "long ", count: 200),
    ]

    /// Returns the text that the reader of `Interop` finds in a drawing.
    private func read(_ drawing: String) throws -> String {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        let script = URL(filePath: #filePath).appending(path: "../../../Interop/read_qr_code.py").standardized
        process.executableURL = URL(filePath: InteropPython.path ?? "")
        process.arguments = [script.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(drawing.utf8))
        try input.fileHandleForWriting.close()
        let read = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return String(decoding: read ?? Data(), as: UTF8.self)
    }
}
