import GatehouseServer
import Testing

@Suite struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "b7ad6b7169203331"

    @Test func keepsValidField() throws {
        let trace = try #require(TraceContext("00-\(Self.trace)-\(Self.parent)-01"))
        #expect(trace.traceID == Self.trace)
        #expect(trace.text == "00-\(Self.trace)-\(Self.parent)-01")
    }

    @Test(arguments: [
        ("cc-\(trace)-\(parent)-01", "01"), ("cc-\(trace)-\(parent)-01-what-the-future-adds", "01"),
        ("00-\(trace)-\(parent)-ff", "03"), ("00-\(trace)-\(parent)-fc", "00"),
    ])
    func writesVersion00WithItsFlags(text: String, flags: String) {
        #expect(TraceContext(text)?.text == "00-\(Self.trace)-\(Self.parent)-\(flags)")
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-01-more",
        "00-\(trace)-\(parent)-01\n", "ff-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01.more",
        "0g-\(trace)-\(parent)-01", "00-\(trace.uppercased())-\(parent)-01",
        "00-\(String(repeating: "0", count: 32))-\(parent)-01", "00-\(trace)-\(String(repeating: "0", count: 16))-01",
        "00-\(trace)-\(parent)-0g", "00_\(trace)_\(parent)_01", " 00-\(trace)-\(parent)-01",
        "00-\(trace)-\(parent)-01, 00-\(trace)-\(parent)-01", "00-\(trace.dropLast(2))é-\(parent)-01",
    ])
    func rejectsMalformedField(text: String) {
        #expect(TraceContext(text) == nil)
    }

    @Test func livesInTasksOfItsOperation() async throws {
        let trace = try #require(TraceContext("00-\(Self.trace)-\(Self.parent)-01"))
        #expect(TraceContext.current == nil)
        await TraceContext.with(trace) {
            #expect(TraceContext.current == trace)
            await TraceContext.with(nil) { #expect(TraceContext.current == trace) }
            #expect(await Task { TraceContext.current }.value == trace)
        }
        #expect(TraceContext.current == nil)
    }
}
