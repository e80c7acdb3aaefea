import Dispatch
import Foundation
import GatehouseCommands
import GatehouseConcurrency
import Logging
import Testing

@Suite struct ServerLogTests {
    /// Standard error: records lines, and can block until it is released.
    private final class Reader: Sendable {
        private let read = Mutex("")
        private let gate = DispatchSemaphore(value: 0)
        private let isBlocked = Mutex(false)

        var text: String { read.withLock { $0 } }
        var lines: [String] { text.split(separator: "\n").map(String.init) }

        func block() { isBlocked.withLock { $0 = true } }

        func release() {
            isBlocked.withLock { $0 = false }
            gate.signal()
        }

        func write(_ lines: String) {
            if isBlocked.withLock({ $0 }) { gate.wait() }
            read.withLock { $0 += lines }
        }
    }

    private let reader = Reader()

    private func log(
        _ format: LogSettings.Format = .text,
        level: Logger.Level = .info,
        limit: Int = 4_096
    ) -> ServerLog {
        var settings = LogSettings()
        settings.format = format
        settings.level = level
        let start = Date(timeIntervalSince1970: 1_795_795_200.007_812_5)
        return ServerLog(settings, limit: limit, now: { start }, write: { [reader] in reader.write($0) })
    }

    private static let request: Logger.Metadata = [
        "client": "app", "method": "POST", "ms": .stringConvertible(3.412), "request": "r-1",
        "route": "/oauth2/token", "status": .stringConvertible(200),
    ]

    @Test func writesLinesForPeople() async {
        let log = log()
        log.logger("test").info("request completed", metadata: Self.request)
        log.logger("test").warning("disk is full")
        await log.flush()
        #expect(
            reader.lines == [
                "2026-11-27T16:00:00.007Z info request completed method=POST route=/oauth2/token status=200 ms=3.412 "
                    + "client=app request=r-1",
                "2026-11-27T16:00:00.007Z warning disk is full",
            ]
        )
    }

    @Test(arguments: [
        ("plain", "plain"), ("https://id.example.com/?a=b", "https://id.example.com/?a=b"), ("Zoë", "Zoë"),
        ("", "\"\""), ("two words", #""two words""#), (#"bad("reason")"#, #""bad(\"reason\")""#),
        ("two\nlines", #""two\u000alines""#), ("Zoë\u{A0}雪", "\"Zoë\u{A0}雪\""),
    ])
    func quotesValuesWhoseEndWouldBeUnclear(value: String, text: String) async {
        let log = log()
        log.logger("test").info("done", metadata: ["a": "\(value)", "b": "1"])
        await log.flush()
        #expect(reader.lines == ["2026-11-27T16:00:00.007Z info done a=\(text) b=1"])
    }

    @Test func writesLinesForPrograms() async throws {
        let log = log(.json)
        log.logger("test").info("request completed", metadata: Self.request)
        await log.flush()
        #expect(
            reader.text == """
                {"time":"2026-11-27T16:00:00.007Z","level":"info","msg":"request completed","method":"POST",\
                "route":"/oauth2/token","status":200,"ms":3.412,"client":"app","request":"r-1"}

                """
        )
    }

    @Test(arguments: [
        "plain", "a \"quoted\" \\ text", "two\nlines\u{1B}[31m\u{7F}\u{0}", "Zoë 雪 😀 \u{2028}",
        "\u{9B}2J\u{202E}\u{E0001}",
    ])
    func escapesForeignText(text: String) async throws {
        for format in LogSettings.Format.allCases {
            let reader = Reader()
            var settings = LogSettings()
            settings.format = format
            let log = ServerLog(settings, now: { Date(timeIntervalSince1970: 0) }, write: { reader.write($0) })
            log.logger("test").info("\(text)", metadata: ["name": "\(text)"])
            await log.flush()
            #expect(reader.text.utf8.count { $0 < 0x20 || $0 == 0x7F } == 1 && reader.text.hasSuffix("\n"))
            // The control sequence of 8-bit terminals, and characters that end the line or change its direction.
            #expect(!reader.text.unicodeScalars.contains { ["\u{9B}", "\u{2028}", "\u{202E}"].contains($0) })
            guard format == .json else { continue }
            let decoded = try JSONDecoder().decode([String: String].self, from: Data(reader.text.utf8))
            #expect(decoded["msg"] == text && decoded["name"] == text)
        }
    }

    @Test func omitsLowerLevels() async {
        let log = log(level: .notice)
        let (logger, quiet) = (log.logger("test"), log.logger("test", atLeast: .error))
        logger.info("one")
        logger.notice("two")
        quiet.warning("three")
        quiet.error("four")
        await log.flush()
        #expect(reader.lines.map { $0.split(separator: " ").last } == ["two", "four"])
    }

    @Test func flushesUntilTimeLimitWhileReaderBlocks() async {
        let log = log()
        reader.block()
        log.logger("test").info("one")
        await log.flush {}
        #expect(reader.text == "")
        reader.release()
        await log.flush()
        #expect(reader.lines.count == 1)
    }

    @Test func writesMessagesBetweenEntries() async {
        let log = log()
        log.append("Warning: one\n")
        log.logger("test").info("two")
        await log.flush()
        #expect(reader.lines == ["Warning: one", "2026-11-27T16:00:00.007Z info two"])
    }

    @Test func dropsAndCountsLinesWhileReaderBlocks() async {
        let log = log(.json, limit: 512)
        reader.block()
        // Written as soon as the thread starts, or together with the next lines.
        for number in 1...100 { log.logger("test").info("line \(number)") }
        reader.release()
        await log.flush()
        let dropped = reader.lines.compactMap { line -> Int? in
            guard line.contains("log lines dropped") else { return nil }
            return line.split(separator: ":").last.flatMap { Int($0.dropLast()) }
        }
        #expect(reader.lines.first?.contains("line 1\"") == true)
        #expect(dropped.reduce(0, +) > 0)
        #expect(reader.lines.count - dropped.count + dropped.reduce(0, +) == 100)
    }
}
