import CLibPQ

/// The warnings of a connection's statements.
///
/// PostgreSQL confirms a commit whose wait for a synchronous standby was cancelled by a time-out or an administrator,
/// and only adds a warning that it may not be replicated.
@safe final class StatementWarnings {
    private(set) var areReceived = false

    /// Receives the notices of a connection, which libpq would write to standard error.
    ///
    /// - Parameter connection: A connection that does not outlive this object.
    func receive(from connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe PQsetNoticeReceiver(
            connection,
            { context, notice in
                guard let context = unsafe context,
                    let code = unsafe PQresultErrorField(notice, Int32(UInt8(ascii: "C"))),
                    unsafe String(cString: code) == SQLState.warning.rawValue
                else { return }
                unsafe Unmanaged<StatementWarnings>.fromOpaque(context).takeUnretainedValue().areReceived = true
            },
            context
        )
    }

    /// Forgets the warnings of earlier statements.
    func reset() {
        areReceived = false
    }
}
