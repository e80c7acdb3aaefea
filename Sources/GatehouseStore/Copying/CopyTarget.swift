/// An empty database that takes all the records of another one.
package protocol CopyTarget: Sendable {
    /// Puts all the source's records in, or none, and counts them on both sides.
    ///
    /// - Parameters:
    ///   - source: The records.
    ///   - progress: Told now and then which table is being copied, and how many of the source's rows have been read of all.
    /// - Returns: What both sides have.
    /// - Throws: ``CopyError``; the target is then as empty as it was.
    func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> CopyCounts
}
