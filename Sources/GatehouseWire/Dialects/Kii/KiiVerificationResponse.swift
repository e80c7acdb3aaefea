package import HTTPTypes

/// An address was proven.
package struct KiiVerificationResponse: JSONResponse, Hashable {
    package var verificationStatus: String

    package static let verified = Self(verificationStatus: "VERIFIED")

    package var fields: HTTPFields { .kii(.addressVerificationResponse) }
}
