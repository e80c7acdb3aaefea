import Foundation
import HTTPTypes

@testable import Gatehouse

/// Turns each fault of the table on and off, for an app over ``FakeServer``.
struct FaultSwitch: Sendable {
    let transport: FaultyTransport
    let clock: TwoClocks
    let store: MemoryTokenStore

    func activate(_ fault: FaultTable.Fault) {
        switch fault {
        case .responseLost: transport.setFault(.responseLost)
        case .requestLost: transport.setFault(.requestLost)
        case .noConnection: transport.setFault(.noConnection)
        case .slow: transport.setFault(.slow)
        case .rateLimited: transport.setFault(.rateLimited)
        case .unavailable: transport.setFault(.status(.serviceUnavailable))
        case .serverError: transport.setFault(.status(.internalServerError))
        case .html: transport.setFault(.html)
        case .truncated: transport.setFault(.truncated)
        case .revoked: transport.setFault(.revoked)
        case .clockAhead: clock.skewDeviceClock(by: 86_400)
        case .clockBehind: clock.skewDeviceClock(by: -86_400)
        case .storeLocked: store.fail(with: TokenStoreError(.locked, "test"))
        case .storeCorrupt: store.fail(with: TokenStoreError(.corrupt, "test"))
        case .storeDenied: store.fail(with: TokenStoreError(.denied, "test"))
        case .storeFull: store.failSaves(with: TokenStoreError(.unavailable, "test"))
        }
    }

    /// Clears all faults.
    func deactivate() {
        transport.setFault(nil)
        clock.skewDeviceClock(by: 0)
        store.fail(with: nil)
        store.failSaves(with: nil)
    }
}
