package import GatehouseStore
package import GatehouseWire

/// A device authorization that a person is about to decide on (RFC 8628 §3.3).
package struct DeviceIntent: Sendable, Equatable, Codable {
    package let deviceID: DeviceAuthorization.ID
    package let clientID: Client.ID
    package let scopes: ScopeSet
    /// The code as typed, shown again so that the person compares it with their device's.
    package let userCode: String

    package init(_ device: DeviceAuthorization) {
        deviceID = device.id
        clientID = device.clientID
        scopes = device.scopes
        userCode = device.userCode
    }
}
