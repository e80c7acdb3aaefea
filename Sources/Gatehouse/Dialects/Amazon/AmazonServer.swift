package import GatehouseWire

/// A server that is spoken to as Login with Amazon.
package struct AmazonServer: Sendable {
    /// Who the app is, and where its server is.
    package var key: AmazonAPIKey
    /// Where the app wants to be served; asked for with each request.
    package var place: @Sendable () -> AmazonPlace

    package init(key: AmazonAPIKey, place: @escaping @Sendable () -> AmazonPlace = { AmazonPlace() }) {
        self.key = key
        self.place = place
    }
}
