import GatehouseHummingbird
import GatehouseVerifier
import Hummingbird

var verifier: TokenVerifier { fatalError("never called") }
