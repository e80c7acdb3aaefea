package import HTTPTypes

/// Whether a user is shut out.
package struct KiiStatusResponse: JSONResponse, Hashable {
    package var isDisabled: Bool

    package init(isDisabled: Bool) {
        self.isDisabled = isDisabled
    }

    private enum CodingKeys: String, CodingKey {
        case isDisabled = "disabled"
    }

    package var fields: HTTPFields { .kii(.userStatusRetrievalResponse) }
}
