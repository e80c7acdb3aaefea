/// The profile in the shape of the oldest clients.
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

    /// What the request is found by in the server's log.
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
