package import HTTPTypes

/// The profile where, and in the shape in which, the oldest clients read it.
package enum AmazonLegacyProfileEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonLegacyProfileResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/ap/user/profile"
    package static let errors = AmazonProfileEndpoint.errors
}
