import GatehouseWire
import HTTPTypes

extension ErrorPage.Kind {
    /// The page that fits an error.
    init(_ error: OAuthError) {
        guard error != .noCookie else {
            self = .noCookie
            return
        }
        self =
            switch (error.code, error.status) {
            case (_, .tooManyRequests): .tooMany
            case (_, .notFound): .notFound
            case (.accessDenied, .forbidden): .shutOut
            case (_, .forbidden): .forbidden
            case (_, .gone): .expired
            case (.invalidRedirectURI, _): .unverifiedRedirect
            case (.invalidClient, _): .unknownClient
            case (.temporarilyUnavailable, _): .unavailable
            case (.serverError, _): .server
            default: .request
            }
    }
}
