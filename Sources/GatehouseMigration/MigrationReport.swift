import Foundation
import GatehouseWire

/// The uses of the v2 API in an app, by file.
package struct MigrationReport: Sendable, Encodable {
    /// The number of source files read.
    package private(set) var files = 0
    package private(set) var uses: [LegacyUse] = []
    package private(set) var apps: [AppPropertyList] = []
    /// The problems of the app as a whole, as sentences.
    package private(set) var remarks: [String] = []
    package private(set) var skipped: [String] = []
    package private(set) var unread: [UnreadFile] = []

    private typealias Reading = (path: String, language: SourceLanguage, result: SourceReading)

    /// Reads all files of a walk; `progress` receives the number of files read and of all files.
    package init(of walk: SourceWalk, progress: (_ read: Int, _ total: Int) -> Void = { _, _ in }) {
        skipped = walk.skipped
        unread = walk.unread
        var readings: [Reading] = []
        for (file, language) in walk.sources {
            if let data = data(of: file), String(validUTF8: data) != nil {
                readings.append((file.path, language, SourceReader.read([UInt8](data), in: language)))
            } else if unread.last?.file != file.path {
                unread.append(UnreadFile(file: file.path, reason: "The file is not UTF-8."))
            }
            if readings.count.isMultiple(of: 500) { progress(readings.count, walk.sources.count) }
        }
        files = readings.count
        uses = Self.uses(in: readings)
        let paths = Set(uses.map(\.file))
        let count = readings.count { $0.language == .objectiveC && paths.contains($0.path) }
        if count > 0 {
            remarks.append(
                """
                Objective-C uses the SDK in \(count == 1 ? "1 file" : "\(count) files"). The API \
                of this package is Swift, which Objective-C cannot call: move these calls to Swift, or keep Amazon's \
                framework for them.
                """
            )
        }
        apps = walk.propertyLists.compactMap { file in
            data(of: file).flatMap { AppPropertyList($0, file: file.path) }
        }
        if !walk.isSingleFile, !uses.isEmpty, apps.isEmpty {
            remarks.append(
                """
                No Info.plist with an APIKey or a URL scheme amzn-<bundle id> found; the app needs both so that the \
                browser can return to it.
                """
            )
        }
        unread.sort { $0.file < $1.file }
    }

    /// Returns the contents of a file, or records that it can't be read.
    private mutating func data(of file: SourceWalk.File) -> Data? {
        let data = try? Data(contentsOf: file.url)
        if data == nil { unread.append(UnreadFile(file: file.path, reason: "The file can't be read.")) }
        return data
    }

    /// Returns the uses with enough evidence; names that the app declares itself have none.
    private static func uses(in readings: [Reading]) -> [LegacyUse] {
        let declarations = Set(readings.flatMap(\.result.declarations))
        let headers = Set(readings.filter(\.result.isSDKInSight).map { ($0.path as NSString).lastPathComponent })
        // All Swift files of a target see the imports of its bridging header.
        let isBridged = headers.contains { $0.hasSuffix("-Bridging-Header.h") }
        return readings.flatMap { path, language, result in
            let isInSight =
                result.isSDKInSight || !result.headers.isDisjoint(with: headers) || (language == .swift && isBridged)
            var uses = result.uses.filter { use in
                use.evidence != .sdkInSight || (isInSight && !declarations.contains(use.subject))
            }
            guard uses.contains(where: { $0.evidence != .otherUses }) else { return [LegacyUse]() }
            for index in uses.indices { uses[index].file = path }
            return uses
        }
    }
}

/// A file or folder that could not be read, with the reason.
package struct UnreadFile: Sendable, Equatable, Encodable {
    package let file: String
    /// The reason, as a sentence.
    package let reason: String
}
