import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The metrics of the process, named as in other programs that Prometheus observes.
package enum ProcessMetrics {
    /// Exposes the process's use of processors, memory and files.
    ///
    /// - Parameters:
    ///   - registry: The registry that exposes them.
    ///   - start: The start of the process, in seconds since 1970.
    package static func expose(in registry: MetricsRegistry, startedAt start: Double) {
        registry.observe(.cpu) { processorTime() }
        registry.observe(.memory) { residentMemory() }
        registry.observe(.openFiles) { openFiles() }
        registry.observe(.fileLimit) { fileLimit() }
        registry.observe(.startTime) { start }
    }

    private static func processorTime() -> Double? {
        var usage = rusage()
        #if canImport(Glibc)
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        #else
        guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Returns the resident memory in bytes; `nil` where the system has no `/proc`.
    private static func residentMemory() -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func openFiles() -> Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }

    private static func fileLimit() -> Double? {
        var limit = rlimit()
        #if canImport(Glibc)
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        #else
        guard unsafe getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
        #endif
        return Double(limit.rlim_cur)
    }
}
