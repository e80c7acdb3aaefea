import HTTPTypes

/// Every operation on tokens and users.
package enum KiiAPI {
    /// Where the API is, below the issuer: what an app is begun with as its custom URL.
    package static let root = "/api"

    /// The names of the segments that differ.
    package static let app = "app"
    package static let user = "user"

    static let appSegment = "{\(app)}"
    static let userSegment = "{\(user)}"

    private static let users = "/apps/\(appSegment)/users"
    private static let one = "\(users)/\(userSegment)"

    /// The app is named by a header field or by the body.
    package static let token = KiiEndpoint<KiiTokenRequest, KiiTokenResponse>(method: .post, template: "/oauth2/token")
    /// The app is named by the path, and the grant has to be named too.
    package static let appToken = KiiEndpoint<KiiTokenRequest, KiiTokenResponse>(
        method: .post,
        template: "/apps/\(appSegment)/oauth2/token"
    )

    package static let register = KiiEndpoint<KiiRegistrationRequest, KiiRegistrationResponse>(
        method: .post,
        template: users
    )
    /// For administrators.
    package static let query = KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse>(method: .post, template: "\(users)/query")
    package static let read = KiiEndpoint<KiiEmptyRequest, KiiUserDocument>(method: .get, template: one)
    package static let update = KiiEndpoint<KiiUpdateRequest, KiiModificationResponse>(method: .post, template: one)
    package static let delete = KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse>(method: .delete, template: one)

    package static let changePassword = KiiEndpoint<KiiChangePasswordRequest, KiiEmptyResponse>(
        method: .put,
        template: "\(one)/password"
    )
    package static let requestReset = KiiEndpoint<KiiResetRequest, KiiEmptyResponse>(
        method: .post,
        template: "\(one)/password/request-reset"
    )
    package static let completeReset = KiiEndpoint<KiiCompleteResetRequest, KiiEmptyResponse>(
        method: .post,
        template: "\(one)/password/complete-reset"
    )

    package static func changeAddress(_ kind: KiiAddressKind) -> KiiEndpoint<KiiAddressRequest, KiiEmptyResponse> {
        KiiEndpoint(method: .put, template: "\(one)/\(kind.rawValue)")
    }
    package static let readPhoneNumber = KiiEndpoint<KiiEmptyRequest, KiiPhoneNumberResponse>(
        method: .get,
        template: "\(one)/\(KiiAddressKind.phone.rawValue)"
    )
    package static func verify(_ kind: KiiAddressKind) -> KiiEndpoint<KiiVerificationRequest, KiiVerificationResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/verify")
    }
    package static func resend(_ kind: KiiAddressKind) -> KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/resend-verification")
    }

    /// For administrators.
    package static func verificationCode(
        _ kind: KiiAddressKind
    ) -> KiiEndpoint<KiiEmptyRequest, KiiVerificationCodeResponse> {
        KiiEndpoint(method: .get, template: "\(one)/\(kind.rawValue)/verification-code")
    }
    /// For administrators.
    package static func renewVerificationCode(
        _ kind: KiiAddressKind
    ) -> KiiEndpoint<KiiEmptyRequest, KiiVerificationCodeResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/reset-verification-code")
    }
    /// For administrators.
    package static let readStatus = KiiEndpoint<KiiEmptyRequest, KiiStatusResponse>(
        method: .get,
        template: "\(one)/status"
    )
    /// For administrators.
    package static let changeStatus = KiiEndpoint<KiiStatusRequest, KiiEmptyResponse>(
        method: .put,
        template: "\(one)/status"
    )
}
