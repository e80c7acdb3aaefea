import CLibPQ

extension Link {
    /// Begins to put rows into a table, before the first pipeline.
    ///
    /// Until ``endCopy()`` the link is good for ``putCopy(_:)`` alone.
    ///
    /// - Parameter statement: A `COPY … FROM STDIN`.
    /// - Throws: ``LinkError``.
    func startCopy(_ statement: String) throws(LinkError) {
        let result = unsafe PQexec(connection, statement)
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COPY_IN else { throw unsafe failure(of: result) }
    }

    /// Sends a piece of what the statement reads; blocks until it is on its way.
    func putCopy(_ bytes: [UInt8]) throws(LinkError) {
        let isSent = unsafe bytes.withUnsafeBytes { bytes in
            unsafe PQputCopyData(connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        if isSent != 1 { throw takeFailure() ?? .lost }
    }

    /// Ends the statement; blocks until all its rows are in.
    func endCopy() throws(LinkError) {
        guard unsafe PQputCopyEnd(connection, nil) == 1 else { throw takeFailure() ?? .lost }
        if let error = takeFailure() { throw error }
    }

    /// Takes all that came of the statement; answers why it failed, if it did.
    private func takeFailure() -> LinkError? {
        var error: LinkError?
        while let result = unsafe PQgetResult(connection) {
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK: break
            // It waits for more.
            case PGRES_COPY_IN: return .lost
            default: error = unsafe error ?? failure(of: result)
            }
        }
        return error
    }
}
