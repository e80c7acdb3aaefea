import Instrumentation

/// The trace across services that a request belongs to (W3C Trace Context §3.2).
///
/// The server records no spans: it hands the caller's position on unchanged, as an intermediary may (§3.4). It lives in
/// the context of swift-distributed-tracing, where instrumented libraries look for it.
package struct TraceContext: Sendable, Hashable {
    /// The name of the header field.
    package static let field = "traceparent"

    /// The identifier of the trace, which log lines contain.
    package let traceID: String
    /// The value of the header field in requests that the server sends.
    package let text: String

    /// Parses the value of the header field; `nil` if it is malformed, and the request belongs to no trace then.
    ///
    /// A version above 00 may append members, which are dropped (§3.2.4).
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.length + 1))
        let dash = UInt8(ascii: "-")
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == dash }),
            let version = Self.hexadecimal(bytes[0..<2]), version != "ff",
            bytes.count == Self.length || version != "00" && bytes[Self.length] == dash,
            let trace = Self.hexadecimal(bytes[3..<35]), trace.contains(where: { $0 != "0" }),
            let parent = Self.hexadecimal(bytes[36..<52]), parent.contains(where: { $0 != "0" }),
            let flags = Self.hexadecimal(bytes[53..<Self.length]).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        traceID = trace
        // The flags that version 00 defines: sampled, random.
        self.text = "00-\(trace)-\(parent)-0\(flags & 0x03)"
    }

    /// The trace of the current task.
    package static var current: TraceContext? { ServiceContext.current?[Key.self] }

    /// Runs an operation as a part of a trace; without one, in the trace of the current task, if any.
    package static func with<Value>(_ trace: TraceContext?, _ operation: () async -> Value) async -> Value {
        guard let trace else { return await operation() }
        var context = ServiceContext.current ?? .topLevel
        context[Key.self] = trace
        return await ServiceContext.$current.withValue(context, operation: operation)
    }

    /// The length of version 00 in bytes.
    private static let length = 55

    /// Returns lower-case hexadecimal digits as text; `nil` if there are other bytes.
    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String? {
        let isValid = bytes.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
        }
        return isValid ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private enum Key: ServiceContextKey {
        typealias Value = TraceContext
    }
}
