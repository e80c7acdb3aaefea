import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
let email = "ada@example.com"
let enteredAddress = "ada@example.org"
let enteredCode = "12345678"
let enteredPassword = "correct horse battery"
let newPassword = "correct horse battery"
nonisolated(unsafe) var result: FactorEnrolmentResult?
nonisolated(unsafe) var step: SignInStep?

var password: SignInPasswordStep { fatalError("never called") }

struct UpdateRequired: Error {}

func showHome(_ session: Session) {}
func startAgain() {}
