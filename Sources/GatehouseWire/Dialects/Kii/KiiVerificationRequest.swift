/// The code that proves an address.
package struct KiiVerificationRequest: KiiRequest, Hashable {
    package var code: Secret

    package init(code: Secret) {
        self.code = code
    }

    package init(members: KiiMembers) throws(KiiError) {
        code = Secret(try members.requiredText(.verificationCode))
    }

    package var members: KiiMembers {
        var members = KiiMembers()
        members.set(.verificationCode, code)
        return members
    }

    package var mediaType: KiiMediaType { .addressVerificationRequest }
}
