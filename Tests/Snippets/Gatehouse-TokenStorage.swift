import Foundation
import Gatehouse
import GatehouseTesting
import Testing

func MyTokenStore() -> MemoryTokenStore { MemoryTokenStore() }

var presence: any UserPresence { fatalError("never called") }

var configuration: ClientConfiguration {
    get { fatalError("never called") }
    set {}
}
