import Foundation
import GatehouseHTTP

extension SettingSources {
    /// Returns the address for health and metrics; `nil` for none.
    ///
    /// - Parameter listen: The public address, which it must differ from.
    /// - Returns: The address.
    /// - Throws: ``CommandError`` for an invalid address.
    func adminListen(besides listen: ListenAddress) async throws(CommandError) -> ListenAddress? {
        guard let text = try await text(.adminListen) else { return nil }
        guard let address = ListenAddress(text) else {
            throw CommandError(
                "Invalid \(SettingKey.adminListen.rawValue) '\(text)'.",
                advice: "Use HOST:PORT, for example localhost:9464."
            )
        }
        guard address != listen || address.port == 0 else {
            throw CommandError(
                "The addresses in listen and \(SettingKey.adminListen.rawValue) are the same.",
                advice: "Use another port in --admin-listen, because metrics must not be public."
            )
        }
        return address
    }

    /// Returns the time for which the server reports “not ready” before it stops.
    func drain() async throws(CommandError) -> Duration {
        guard let text = try await text(.drain), text != "0" else { return .zero }
        guard let time = TimeInterval(parsing: text), time <= 10 * 60 else {
            throw CommandError(
                "Invalid \(SettingKey.drain.rawValue) '\(text)'.",
                advice: "Use a time up to 10m, for example 15s, or 0."
            )
        }
        return .seconds(time)
    }
}
