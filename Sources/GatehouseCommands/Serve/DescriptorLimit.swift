import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The limit of open files and connections of the process.
enum DescriptorLimit {
    /// More than a server uses.
    private static let maximum: rlim_t = 8_192
    /// The descriptors for the database, mail and threads.
    private static let reserve = 128 + 4 * ProcessInfo.processInfo.activeProcessorCount

    /// Raises the limit as far as the user is allowed to.
    ///
    /// - Returns: The number of connections that leaves enough descriptors for everything else.
    static func connections() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 128 }
        #if canImport(Darwin)
        let highest = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        let highest = min(limit.rlim_max, maximum)
        #endif
        if limit.rlim_cur < highest {
            let before = limit.rlim_cur
            limit.rlim_cur = highest
            if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        }
        return max(Int(min(limit.rlim_cur, maximum)) - reserve, 16)
    }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
