package import Foundation
package import GatehouseWire

/// A server that is spoken to as Kii, and the app that speaks.
package struct KiiServer: Sendable {
    /// Where the API is: an `https` URL such as `https://login.example.com/api`, or `http` on localhost.
    package var baseURL: URL
    package var appID: String
    /// Stands in every copy of the app.
    package var appKey: Secret
    /// What the SDK calls itself, for the server's statistics.
    package var sdkName: String?
    /// For how many seconds a token shall be good, asked with each log-in and refresh; `nil` for as long as the server gives it.
    package var tokenLifetime: @Sendable () -> Int64?

    package init(
        baseURL: URL,
        appID: String,
        appKey: Secret,
        sdkName: String? = nil,
        tokenLifetime: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.baseURL = baseURL
        self.appID = appID
        self.appKey = appKey
        self.sdkName = sdkName
        self.tokenLifetime = tokenLifetime
    }
}
