import Gatehouse

let field = "Bearer"

var session: Session { fatalError("never called") }

func send(with session: Session) async throws {}
