import Gatehouse
import GatehouseHummingbird
import GatehouseVerifier
import HTTPTypes
import Hummingbird

let field = "Bearer"
let nonceKey = ""
let clientSecret = ""
let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)

var session: Session { fatalError("never called") }
var verifier: TokenVerifier { fatalError("never called") }
nonisolated(unsafe) var configuration = VerifierConfiguration()

func send(with session: Session) async throws {}
func respond(_ status: HTTPResponse.Status, _ fields: HTTPFields) {}
