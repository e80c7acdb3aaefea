import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where a refresh is when the system kills its process.
enum KillPoint: String {
    /// The intent is noted, and the server has not been asked.
    case beforeRequest
    /// The server has answered, and nobody here knows.
    case afterCommit
    /// The answer is here, and nothing of it is stored.
    case beforeWrite
    /// A part of the new file is on the disk.
    case inWrite
    /// The tokens are stored, and nobody here knows.
    case afterWrite
    /// The app has just heard of the new tokens.
    case atEvent
    /// That they are stored is known, and the intent is still noted.
    case beforeTurnEnds

    /// Ends this process here and now: nothing of it runs any more.
    static func die() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// Has the kernel end this process in the middle of what the body writes.
    static func die(in body: @escaping @Sendable () -> Void) {
        // The threads that tasks run on hold back the signal that comes from within `write` when a file grows too large.
        Thread.detachNewThread {
            var tooLarge = sigset_t()
            unsafe sigemptyset(&tooLarge)
            unsafe sigaddset(&tooLarge, SIGXFSZ)
            unsafe pthread_sigmask(SIG_UNBLOCK, &tooLarge, nil)
            signal(SIGXFSZ, SIG_DFL)
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            #if canImport(Glibc)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #else
            _ = unsafe setrlimit(RLIMIT_CORE, &none)
            _ = unsafe setrlimit(RLIMIT_FSIZE, &limit)
            #endif
            body()
        }
    }
}
