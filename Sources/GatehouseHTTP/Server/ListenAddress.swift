import Foundation
import NIOCore

/// The host name or address, and the port, that the server listens on; port 0 selects a free one.
package struct ListenAddress: Sendable, Equatable {
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`; an IPv6 address is enclosed in brackets.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: host, port: Int(port))
    }
}

/// The reason why the server cannot listen on an address.
package enum ListenError: Sendable, Equatable {
    /// Another process is using the address.
    case inUse
    /// The user lacks permission, as for ports below 1024.
    case permissionDenied
    /// The address does not belong to this machine.
    case addressNotAvailable

    /// Creates the reason for a socket error; `nil` for other errors.
    package init?(_ error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .inUse
        case EACCES: self = .permissionDenied
        case EADDRNOTAVAIL: self = .addressNotAvailable
        default: return nil
        }
    }
}
