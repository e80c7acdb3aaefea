import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How many files and connections this process may hold open.
enum DescriptorLimit {
    /// More than one server has use for.
    private static let most: rlim_t = 8_192
    /// What the database, mail and the threads of a server need beside its connections.
    private static let reserve = 128 + 4 * ProcessInfo.processInfo.activeProcessorCount

    /// Raises the limit as far as this user may.
    ///
    /// - Returns: How many connections a server may take, so that everything else it opens has room.
    static func connections() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 128 }
        #if canImport(Darwin)
        let highest = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        let highest = min(limit.rlim_max, most)
        #endif
        if limit.rlim_cur < highest {
            let before = limit.rlim_cur
            limit.rlim_cur = highest
            if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        }
        return max(Int(min(limit.rlim_cur, most)) - reserve, 16)
    }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
