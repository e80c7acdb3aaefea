/// What one source file says about the v2 API, before it is known what the rest of the app declares.
package struct SourceReading: Sendable {
    package internal(set) var uses: [LegacyUse] = []
    /// The types and constants the file declares under names that the SDK has too.
    package internal(set) var declarations: Set<String> = []
    /// Whether something in the file can come from the SDK alone.
    package internal(set) var isSDKInSight = false
    /// The names of the headers it imports between quotation marks.
    package internal(set) var headers: Set<String> = []
}
