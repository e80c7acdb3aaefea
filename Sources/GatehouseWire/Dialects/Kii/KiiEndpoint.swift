package import HTTPTypes

/// One operation of Kii's REST API: how it is called, what it is asked and what it answers.
package struct KiiEndpoint<Request: KiiRequest, Response: WireResponse>: Sendable {
    package let method: HTTPRequest.Method
    /// The path below ``KiiAPI/root``; `{app}` and `{user}` stand for segments.
    package let template: String

    /// The path below ``KiiAPI/root``.
    package func path(app: String, user: KiiSelector? = nil) -> String {
        template
            .replacing(KiiAPI.appSegment, with: FormCoding.encode(app))
            .replacing(KiiAPI.userSegment, with: user?.segment ?? "")
    }
}
