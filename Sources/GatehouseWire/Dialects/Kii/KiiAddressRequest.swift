/// A new e-mail address or phone number.
package struct KiiAddressRequest: KiiRequest, Hashable {
    package var kind: KiiAddressKind
    package var address: String
    /// What only an administrator may say.
    package var verified: Bool?

    package init(_ kind: KiiAddressKind, _ address: String, verified: Bool? = nil) {
        self.kind = kind
        self.address = address
        self.verified = verified
    }

    package init(members: KiiMembers) throws(KiiError) {
        kind = members[.phoneNumber] == nil ? .email : .phone
        address = try members.requiredText(Self.name(kind))
        verified = try members.truth(.verified)
    }

    package var members: KiiMembers {
        var members = KiiMembers()
        members.set(Self.name(kind), address)
        members.set(.verified, verified)
        return members
    }

    package var mediaType: KiiMediaType {
        kind == .email ? .emailAddressModificationRequest : .phoneNumberModificationRequest
    }

    private static func name(_ kind: KiiAddressKind) -> KiiMemberName {
        kind == .email ? .emailAddress : .phoneNumber
    }
}
