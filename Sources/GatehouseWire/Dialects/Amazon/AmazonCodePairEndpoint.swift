package import HTTPTypes

/// Where a device without a browser gets its pair of codes; the request is a form or one JSON object.
package enum AmazonCodePairEndpoint: Endpoint {
    package typealias Request = AmazonCodePairRequest
    package typealias Response = DeviceAuthorizationResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/create/codepair"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedResponseType, .invalidScope,
        .amazonServerError,
    ]
}
