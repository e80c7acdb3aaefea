import Foundation
import Gatehouse

let enteredCode = "12345678"

var session: Session { fatalError("never called") }

func show(_ recoveryCodes: [String]) {}
