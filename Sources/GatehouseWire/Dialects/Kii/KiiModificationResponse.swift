package import HTTPTypes

/// A user was changed.
package struct KiiModificationResponse: JSONResponse, Hashable {
    /// When, in milliseconds since 1970.
    package var modifiedAt: Int64

    package init(modifiedAt: KiiTime) {
        self.modifiedAt = modifiedAt.milliseconds
    }

    package var fields: HTTPFields { .kii(.userUpdateResponse) }
}
