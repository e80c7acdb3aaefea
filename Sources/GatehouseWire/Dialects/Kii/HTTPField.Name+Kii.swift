package import HTTPTypes

extension HTTPField.Name {
    /// The app that calls.
    package static let kiiAppID = literal("X-Kii-AppID")

    /// The app's key, which stands in every copy of the app and so is no secret.
    package static let kiiAppKey = literal("X-Kii-AppKey")

    /// Which library calls; nothing depends on it.
    package static let kiiSDK = literal("X-Kii-SDK")

    private static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}
