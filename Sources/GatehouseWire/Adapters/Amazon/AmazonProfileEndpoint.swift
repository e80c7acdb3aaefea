package import HTTPTypes

/// The profile endpoint of Login with Amazon.
package enum AmazonProfileEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonProfileResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/user/profile"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidToken, .insufficientScope, .amazonServerError,
    ]
}

/// A user profile; members that were not granted or that the account lacks are absent.
package struct AmazonProfileResponse: JSONResponse, Hashable {
    package var userID: String
    package var email: String?
    package var name: String?
    package var postalCode: String?

    package init(userID: String, email: String? = nil, name: String? = nil, postalCode: String? = nil) {
        self.userID = userID
        self.email = email
        self.name = name
        self.postalCode = postalCode
    }

    /// The members, with their names in a profile.
    package enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case email, name
        case postalCode = "postal_code"
    }
}

/// The profile endpoint of the oldest clients.
package enum AmazonLegacyProfileEndpoint: Endpoint {
    package typealias Request = AmazonAccessTokenRequest
    package typealias Response = AmazonLegacyProfileResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/ap/user/profile"
    package static let errors = AmazonProfileEndpoint.errors
}

/// A user profile in the format of the oldest clients.
package struct AmazonLegacyProfileResponse: JSONResponse, Hashable {
    package struct Profile: Sendable, Hashable, Codable {
        package var userID: String
        package var name: String?
        package var email: String?
        package var postalCode: String?

        private enum CodingKeys: String, CodingKey {
            case userID = "CustomerId"
            case name = "Name"
            case email = "PrimaryEmail"
            case postalCode = "PostalCode"
        }
    }

    /// The identifier of the request in the server's log.
    package var requestID: String
    package var profile: Profile

    package init(requestID: String, profile: AmazonProfileResponse) {
        self.requestID = requestID
        self.profile = Profile(
            userID: profile.userID,
            name: profile.name,
            email: profile.email,
            postalCode: profile.postalCode
        )
    }

    private enum CodingKeys: String, CodingKey {
        case requestID = "Request-Id"
        case profile = "Profile"
    }
}
