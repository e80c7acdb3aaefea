/// What is wrong with the settings of an SMS gateway, in words for whoever configures it.
package struct SMSGatewayError: Error, Equatable, CustomStringConvertible {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "The SMS gateway is not usable: \(reason)." }
}
