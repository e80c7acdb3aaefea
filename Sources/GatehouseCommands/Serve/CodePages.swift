import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The pages of programs and libraries that the process has mapped.
///
/// The start runs through much code that is not run again, of the server and of some seventy libraries; and with each page the system maps
/// those around it. They were more than half of what a server at rest was said to occupy.
enum CodePages {
    /// One mapping of the process.
    struct Mapping: Equatable {
        let start: UInt
        let end: UInt
    }

    /// Gives all of them back; those that are needed come again from the file, or rather from the system's cache of it.
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

    /// What the system says of this process; no other system than Linux does.
    static func mappings() -> String {
        let file = FileHandle(forReadingAtPath: "/proc/self/smaps")
        return (try? file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The mappings of files that cannot be written to and in which nothing was, as the linker does before it protects some.
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

extension CodePages.Mapping {
    /// Reads the line that a mapping begins with; `nil` for the lines about it.
    init?(_ words: [Substring]) {
        let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard words.count >= 5, ends.count == 2 else { return nil }
        self.init(start: ends[0], end: ends[1])
    }
}
