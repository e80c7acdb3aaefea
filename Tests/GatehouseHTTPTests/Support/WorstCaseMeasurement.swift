import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import HTTPTypes
import Testing

/// Bodies that are expensive as a whole.
enum WorstCaseBody: String, CaseIterable {
    case names, nulls, numbers, lists, escapes, texts, parameters, parts, heads, name

    func body(_ size: Int) -> (type: String, body: String) {
        let part = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n"
        let head = "--x\r\nContent-Disposition: " + String(repeating: "form-data; ", count: size / 11)
        return switch self {
        case .names: ("application/json", "{" + list(size, elementLength: 9) { "\"\($0)\":1" } + "}")
        case .nulls: ("application/json", "{\"a\":[" + list(size, elementLength: 5) { _ in "null" } + "]}")
        case .numbers: ("application/json", "{\"a\":[" + list(size, elementLength: 4) { _ in "1e9" } + "]}")
        case .lists: ("application/json", "{\"a\":[" + list(size, elementLength: 11) { _ in "[{\"a\":[]}]" } + "]}")
        case .escapes: ("application/json", "{\"a\":\"" + String(repeating: "\\u0345a", count: size / 7) + "\"}")
        case .texts: ("application/json", "{\"a\":[" + list(size, elementLength: 6) { _ in "\"ß\"" } + "]}")
        case .parameters: ("application/x-www-form-urlencoded", String(repeating: "a&", count: size / 2))
        case .parts:
            ("multipart/form-data; boundary=x", String(repeating: part, count: size / part.count) + "--x--")
        case .heads: ("multipart/form-data; boundary=x", head + "\r\n\r\nb\r\n--x--")
        case .name: ("application/json", "{\"" + WorstCaseText.marks.text(size) + "\":1}")
        }
    }

    private func list(_ size: Int, elementLength length: Int, _ element: (Int) -> String) -> String {
        (0..<size / length).map(element).joined(separator: ",")
    }
}

extension RateLimits {
    /// The limits of a server that is measured with many requests.
    static let unlimited: RateLimits = {
        var limits = RateLimits()
        limits.requestsPerClient.count = 0
        limits.passwordFailuresPerAccount.count = 0
        limits.codeFailuresPerAccount.count = 0
        limits.mailsPerRecipient.count = 0
        return limits
    }()
}

extension TestServer {
    /// Checks that the response takes at most 20 ms of CPU or, in a debug build, time linear in the size.
    func expectQuick(
        _ name: String,
        measuring thread: MeasuredThread,
        _ make: (_ share: Int) throws -> (HTTPRequest, Data)
    ) async throws {
        func cost(_ share: Int) async throws -> Duration {
            let (request, body) = try make(share)
            return await thread.time { _ = await self.service.answer(request, body: body, address: nil) }
        }
        var (whole, quarter) = (Duration.seconds(3600), Duration.seconds(3600))
        // The shortest of three times, unless the first ones suffice.
        for _ in 0..<3 {
            whole = min(whole, try await cost(1))
            guard whole > .milliseconds(20) else { return }
            #if DEBUG
            quarter = min(quarter, try await cost(4))
            if whole < max(quarter * 8, .milliseconds(40)), whole < .seconds(1) { return }
            #endif
        }
        #if DEBUG
        #expect(whole < max(quarter * 8, .milliseconds(40)), "\(name) grows faster than its size: \(quarter), \(whole)")
        #expect(whole < .seconds(1), "\(name) takes \(whole)")
        #else
        Issue.record("\(name) takes \(whole)")
        #endif
    }
}
