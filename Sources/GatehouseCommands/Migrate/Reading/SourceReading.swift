/// The v2 API uses and declarations of one source file, before those of other files are known.
package struct SourceReading: Sendable {
    package internal(set) var uses: [LegacyUse] = []
    /// The types and constants that the file declares under names of the SDK.
    package internal(set) var declarations: Set<String> = []
    /// Whether the file contains a name that is unique to the SDK.
    package internal(set) var isSDKInSight = false
    /// The headers that it imports with quotation marks.
    package internal(set) var headers: Set<String> = []
}
