import Foundation

/// The uses of the v2 API in an app, by file.
package struct MigrationReport: Sendable, Encodable {
    /// The number of source files read.
    package private(set) var files = 0
    package private(set) var uses: [MigrationUse] = []
    package private(set) var apps: [AppPropertyList] = []
    /// The problems of the app as a whole, as sentences.
    package private(set) var remarks: [String] = []
    package private(set) var skipped: [String] = []
    package private(set) var unread: [UnreadFile] = []

    /// Reads all files of a walk; `progress` receives the number of files read and of all files.
    package init(of walk: SourceWalk, progress: (_ read: Int, _ total: Int) -> Void = { _, _ in }) {
        skipped = walk.skipped
        unread = walk.unread
        var readings: [(path: String, language: SourceLanguage, reading: SourceReading)] = []
        for (file, language) in walk.sources {
            switch Self.bytes(of: file) {
            case .success(let bytes):
                readings.append((file.path, language, SourceReader.read(bytes, in: language)))
                files += 1
            case .failure(let failure): unread.append(UnreadFile(file: file.path, reason: failure.reason))
            }
            let count = readings.count
            if count.isMultiple(of: 500) { progress(count, walk.sources.count) }
        }
        uses = Self.uses(in: readings)
        let objectiveC = Set(uses.map(\.file)).intersection(readings.filter { $0.language == .objectiveC }.map(\.path))
        if !objectiveC.isEmpty {
            remarks.append(
                """
                Objective-C uses the SDK in \(objectiveC.count == 1 ? "1 file" : "\(objectiveC.count) files"). The API \
                of this package is Swift, which Objective-C cannot call: move these calls to Swift, or keep Amazon's \
                framework for them.
                """
            )
        }
        for file in walk.propertyLists {
            switch Self.data(of: file) {
            case .success(let data):
                if let app = AppPropertyList(data, file: file.path) { apps.append(app) }
            case .failure(let failure): unread.append(UnreadFile(file: file.path, reason: failure.reason))
            }
        }
        if !walk.isSingleFile, !uses.isEmpty, apps.isEmpty {
            remarks.append(
                "No Info.plist with an APIKey or a URL scheme amzn-<bundle id> found; the app needs both so that the browser can return to it."
            )
        }
        unread.sort { $0.file < $1.file }
    }

    // MARK: Files

    private struct ReadingFailure: Error {
        let reason: String
    }

    private static func data(of file: SourceWalk.File) -> Result<Data, ReadingFailure> {
        Result { try Data(contentsOf: file.url) }.mapError { _ in ReadingFailure(reason: "The file can't be read.") }
    }

    private static func bytes(of file: SourceWalk.File) -> Result<[UInt8], ReadingFailure> {
        data(of: file).flatMap { data in
            let bytes = [UInt8](data)
            guard String(validating: bytes, as: UTF8.self) != nil else {
                return .failure(ReadingFailure(reason: "The file is not UTF-8."))
            }
            return .success(bytes)
        }
    }

    // MARK: Evidence

    /// Removes names that the app declares itself.
    private static func uses(
        in readings: [(path: String, language: SourceLanguage, reading: SourceReading)]
    ) -> [MigrationUse] {
        let declarations = Set(readings.flatMap(\.reading.declarations))
        let inSight = readings.filter(\.reading.isSDKInSight)
        let headers = Set(inSight.map { ($0.path as NSString).lastPathComponent })
        // All Swift files of a target see the imports of its bridging header.
        let isBridged = headers.contains { $0.hasSuffix("-Bridging-Header.h") }
        return readings.flatMap { path, language, reading in
            let isInSight =
                reading.isSDKInSight || !reading.headers.isDisjoint(with: headers) || (language == .swift && isBridged)
            let own = reading.uses.filter { use in
                switch use.symbol.evidence {
                case .itself, .otherUses: true
                case .sdkInSight: isInSight && !declarations.contains(use.subject)
                }
            }
            guard own.contains(where: { $0.symbol.evidence != .otherUses }) else { return [MigrationUse]() }
            return own.map { MigrationUse($0, in: path) }
        }
    }
}
