package import HTTPTypes

/// A user's phone number.
package struct KiiPhoneNumberResponse: JSONResponse, Hashable {
    /// With its country code.
    package var phoneNumber: String
    package var verified: Bool

    package init(phoneNumber: String, verified: Bool) {
        self.phoneNumber = phoneNumber
        self.verified = verified
    }

    package var fields: HTTPFields { .kii(.phoneNumberRetrievalResponse) }
}
