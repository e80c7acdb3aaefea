import Foundation
import HTTPTypes

@testable import Gatehouse

/// Where each fault of the table is turned on and off, for an app over ``FakeServer``.
struct FaultSwitch: Sendable {
    let line: FaultyLine
    let clock: TwoClocks
    let store: MemoryTokenStore

    func begin(_ fault: FaultTable.Fault) {
        switch fault {
        case .answerLost: line.setFault(.answerLost)
        case .requestLost: line.setFault(.requestLost)
        case .noConnection: line.setFault(.noConnection)
        case .slow: line.setFault(.slow)
        case .rateLimited: line.setFault(.rateLimited)
        case .unavailable: line.setFault(.status(.serviceUnavailable))
        case .broken: line.setFault(.status(.internalServerError))
        case .html: line.setFault(.html)
        case .truncated: line.setFault(.truncated)
        case .revoked: line.setFault(.revoked)
        case .clockAhead: clock.setDeviceWrong(by: 86_400)
        case .clockBehind: clock.setDeviceWrong(by: -86_400)
        case .storeLocked: store.fail(with: TokenStoreError(.locked, "test"))
        case .storeCorrupt: store.fail(with: TokenStoreError(.corrupt, "test"))
        case .storeDenied: store.fail(with: TokenStoreError(.denied, "test"))
        case .storeFull: store.failSaves(with: TokenStoreError(.unavailable, "test"))
        }
    }

    /// Puts everything right again.
    func end() {
        line.setFault(nil)
        clock.setDeviceWrong(by: 0)
        store.fail(with: nil)
        store.failSaves(with: nil)
    }
}
