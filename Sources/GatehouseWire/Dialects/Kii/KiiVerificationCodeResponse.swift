package import HTTPTypes

/// The code that a user was sent, for an administrator.
package struct KiiVerificationCodeResponse: JSONResponse, Hashable {
    package var verificationCode: Secret

    package init(verificationCode: Secret) {
        self.verificationCode = verificationCode
    }

    package var fields: HTTPFields { .kii(.verificationCodeRetrievalResponse) }
}
