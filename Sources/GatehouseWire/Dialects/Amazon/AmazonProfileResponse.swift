/// What an app may see of its person; a member that was not granted, or that the account does not have, is absent.
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

    /// The members by the names that apps see in a profile.
    package enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case email, name
        case postalCode = "postal_code"
    }
}
