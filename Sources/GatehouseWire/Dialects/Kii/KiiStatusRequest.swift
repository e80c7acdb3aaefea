/// An administrator shuts a user out, or lets one in again.
package struct KiiStatusRequest: KiiRequest, Hashable {
    package var isDisabled: Bool

    package init(isDisabled: Bool) {
        self.isDisabled = isDisabled
    }

    package init(members: KiiMembers) throws(KiiError) {
        guard let isDisabled = try members.truth(.status) else { throw KiiError.invalid(.status, "is missing") }
        self.isDisabled = isDisabled
    }

    package var members: KiiMembers {
        var members = KiiMembers()
        members.set(.status, isDisabled)
        return members
    }

    package var mediaType: KiiMediaType { .userStatusUpdateRequest }
}
