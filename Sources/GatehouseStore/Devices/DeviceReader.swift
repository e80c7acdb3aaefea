/// Finds device authorizations.
package protocol DeviceReader: Sendable {
    func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization?
    /// The newest one with this user code.
    func device(userCode: String) async throws(StoreError) -> DeviceAuthorization?
}
