package import GatehouseHTTP
package import HTTPTypes

/// The checks of every response in tests: the vendors' protocols against their schemas, the server's own APIs against
/// the OpenAPI document.
package enum AnswerChecks {
    /// Checks a response, and records an issue for each violation.
    @Sendable package static func check(_ request: HTTPRequest, _ answer: ServerResponse) {
        EntraSchemas.check(request, answer)
        KiiSchemas.check(request, answer)
        APISchemas.check(request, answer)
    }
}
