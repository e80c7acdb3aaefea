import Foundation
import ServiceLifecycle

/// The service manager that started the process and waits for its state, such as systemd with `Type=notify`.
///
/// Sends one datagram for each change (sd_notify(3)); a manager that does not read them is ignored.
package struct ServiceManager: Sendable {
    /// A change of the process's state.
    package enum State: String, Sendable {
        /// Requests are served; also the end of a reload.
        case ready = "READY=1"
        case reloading = "RELOADING=1"
        case stopping = "STOPPING=1"
    }

    /// The path of the socket; of a socket without a file, its name after a NUL byte.
    private let path: [UInt8]

    /// Creates the manager that the environment names; `nil` without one.
    package init?(environment: [String: String]) {
        guard let text = environment["NOTIFY_SOCKET"], let first = text.first, "/@".contains(first),
            text.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        path = first == "@" ? [0] + text.utf8.dropFirst() : Array(text.utf8)
    }

    /// Notifies the manager; does not block.
    package func notify(_ state: State) {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + path.count
        let message = Array(state.rawValue.utf8)
        _ = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor,
                    message,
                    message.count,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
                    address,
                    socklen_t(length)
                )
            }
        }
        #endif
    }
}

/// A service that notifies the service manager when the server begins to stop.
struct StopNotification: Service {
    let manager: ServiceManager

    func run() async throws {
        try await gracefulShutdown()
        manager.notify(.stopping)
    }
}
