import Foundation
import NIOCore

/// Why no connections can be taken at an address.
package enum ListenFailure: Sendable, Equatable {
    /// Another program has it.
    case inUse
    /// This user has no right to it, as with ports below 1024.
    case forbidden
    /// It belongs to another machine.
    case elsewhere

    /// What an error of the socket means; `nil` where it means something else.
    package init?(_ error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .inUse
        case EACCES: self = .forbidden
        case EADDRNOTAVAIL: self = .elsewhere
        default: return nil
        }
    }
}
