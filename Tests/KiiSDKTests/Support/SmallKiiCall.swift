import GatehouseWire
import HTTPTypes

/// A request as ``SmallKii`` sees it.
struct SmallKiiCall {
    var method: HTTPRequest.Method
    /// Below the application.
    var path: [String]
    var members: KiiMembers
    var mediaType: KiiMediaType
    var token: String?
}
