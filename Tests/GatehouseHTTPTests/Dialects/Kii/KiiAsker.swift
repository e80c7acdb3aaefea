import Foundation
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// Who makes a request to Kii's API, by what it sends along.
enum KiiAsker: Sendable {
    /// A copy of the app, as its libraries say it.
    case app
    /// The same as the REST guide says it.
    case basic
    /// A user or the administrator, with the token.
    case token(String)
    case nobody

    var fields: HTTPFields {
        switch self {
        case .app: [.kiiAppID: KiiWeb.appID.rawValue, .kiiAppKey: KiiWeb.appKey]
        case .basic: [.authorization: "Basic " + Data("\(KiiWeb.appID):anything".utf8).base64EncodedString()]
        case .token(let token): [.authorization: "Bearer " + token]
        case .nobody: [:]
        }
    }
}
