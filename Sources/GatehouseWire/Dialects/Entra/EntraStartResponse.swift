/// A flow has begun.
package struct EntraStartResponse: JSONResponse, Hashable {
    package var continuationToken: Secret

    package init(continuationToken: Secret) {
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
    }
}
