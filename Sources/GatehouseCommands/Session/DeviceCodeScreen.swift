import Foundation
import Gatehouse

/// What a person needs to sign in with another device (RFC 8628 §3.3).
struct DeviceCodeScreen: Sendable {
    let prompt: DeviceAuthorizationPrompt
    let output: Output

    func show() {
        output.error(
            """

            To sign in, open this address on any device:

              \(prompt.verificationURI.absoluteString)

            and enter the code

              \(prompt.userCode)

            """
        )
        if output.isErrorTerminal,
            let code = QRCode(text: (prompt.verificationURIComplete ?? prompt.verificationURI).absoluteString)
        {
            output.error("or scan\n")
            for line in code.terminalLines(colored: true) { output.error("  " + line) }
            output.error("")
        }
        output.progress("Waiting for the sign-in. Ctrl-C cancels.")
    }
}
