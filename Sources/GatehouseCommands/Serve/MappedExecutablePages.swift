import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The mapped code pages of the process.
///
/// The start runs much code of the server and about seventy libraries that is not used again. These pages made up more
/// than half of the resident memory of an idle server.
enum MappedExecutablePages {
    /// One mapping of the process.
    struct Mapping: Equatable {
        let start: UInt
        let end: UInt
    }

    /// Releases all unchanged pages; pages that are needed again come from the file cache.
    static func release() {
        #if canImport(Glibc)
        for mapping in unchanged(mappings()) {
            unsafe madvise(
                UnsafeMutableRawPointer(bitPattern: mapping.start),
                Int(mapping.end - mapping.start),
                MADV_DONTNEED
            )
        }
        #endif
    }

    /// Returns `/proc/self/smaps`; empty on systems other than Linux.
    static func mappings() -> String {
        let file = FileHandle(forReadingAtPath: "/proc/self/smaps")
        return (try? file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns the mappings of read-only files without modified pages (the linker modifies some before it protects
    /// them).
    static func unchanged(_ smaps: String) -> [Mapping] {
        var found: [Mapping] = []
        var candidate: Mapping?
        for line in smaps.split(separator: "\n") {
            let words = line.split(separator: " ")
            if let mapping = Mapping(words) {
                let isFile = words.count > 5 && words[5].hasPrefix("/")
                candidate = isFile && ["r--p", "r-xp"].contains(words[1]) ? mapping : nil
            } else if words.first == "Anonymous:" || words.first == "Swap:", words.dropFirst().first != "0" {
                candidate = nil
            } else if words.first == "VmFlags:", let mapping = candidate {
                found.append(mapping)
            }
        }
        return found
    }
}

extension MappedExecutablePages.Mapping {
    /// Parses the first line of a mapping; `nil` for its other lines.
    init?(_ words: [Substring]) {
        let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard words.count >= 5, ends.count == 2 else { return nil }
        self.init(start: ends[0], end: ends[1])
    }
}
