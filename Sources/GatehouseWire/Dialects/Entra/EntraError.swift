package import HTTPTypes

/// A refusal in the shape that clients of Entra's native authentication decide on.
package struct EntraError: Error, Sendable, Hashable {
    package var code: OAuthErrorCode
    package var suberror: EntraSuberror?
    /// The first one is what most clients look at.
    package var numbers: [Int]
    /// What happened, in plain words; of another server all that it said.
    package var text: String
    /// A page about it, which this server has none of.
    package var page: String?
    /// For the next step, where there is one in spite of the refusal.
    package var continuationToken: Secret?
    package var requiredAttributes: [EntraRequiredAttribute]?
    /// The names of attributes whose values were refused.
    package var invalidAttributes: [String]?
    /// The names of attributes that have to be verified first.
    package var unverifiedAttributes: [String]?
    package var status: HTTPResponse.Status
    /// Seconds to wait before another try.
    package var retryAfter: Int?

    package init(
        _ code: OAuthErrorCode,
        _ numbers: Int...,
        suberror: EntraSuberror? = nil,
        text: String,
        continuationToken: Secret? = nil,
        requiredAttributes: [EntraRequiredAttribute]? = nil,
        invalidAttributes: [String]? = nil,
        unverifiedAttributes: [String]? = nil,
        status: HTTPResponse.Status = .badRequest,
        retryAfter: Int? = nil
    ) {
        self.code = code
        self.suberror = suberror
        self.numbers = numbers
        self.text = text
        self.continuationToken = continuationToken
        self.requiredAttributes = requiredAttributes
        self.invalidAttributes = invalidAttributes
        self.unverifiedAttributes = unverifiedAttributes
        self.status = status
        self.retryAfter = retryAfter
    }
}
