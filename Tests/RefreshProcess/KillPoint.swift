import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The point of a refresh at which the process is killed.
enum KillPoint: String {
    /// The refresh is journaled, but no request was sent.
    case beforeRequest
    /// The server has responded, but the client has not received the response.
    case afterCommit
    /// The response was received, but not stored.
    case beforeWrite
    /// The new file is partly written.
    case inWrite
    /// The tokens are stored, but the save has not returned.
    case afterWrite
    /// The app was just notified of the new tokens.
    case atEvent
    /// The save has returned, but the journal entry is not cleared.
    case beforeTurnEnds

    /// Kills this process immediately.
    static func die() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// Makes the kernel kill this process during the writes of `body`.
    static func die(in body: @escaping @Sendable () -> Void) {
        // Task threads block the signal that `write` raises when a file exceeds its size limit.
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
