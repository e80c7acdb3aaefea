import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

extension HTTPCall {
    /// The app that the path names.
    var kiiApp: String? { segments[KiiAPI.app].map { $0.removingPercentEncoding ?? $0 } }

    /// What the body is called; `application/json` where nothing is said.
    var kiiMediaType: KiiMediaType { mediaType.isEmpty ? .json : KiiMediaType(rawValue: mediaType) }

    /// The members of the body, which is JSON under whatever name.
    ///
    /// - Throws: `UNSUPPORTED_MEDIA_TYPE` when it is something else, `INVALID_JSON` when it cannot be read.
    func kiiMembers() throws(KiiError) -> KiiMembers {
        guard body.isEmpty || kiiMediaType.isJSON else {
            throw KiiError(.unsupportedMediaType, "The body has to be of the media type \(KiiMediaType.json).")
        }
        return try KiiMembers(request: body)
    }

    /// A request for a token: JSON, or a form.
    func kiiTokenRequest() throws(KiiError) -> KiiTokenRequest {
        guard !kiiMediaType.isJSON else { return try KiiTokenRequest(members: kiiMembers()) }
        let form: Parameters
        do { form = try self.form() } catch { throw KiiError(error) }
        return try KiiTokenRequest(parameters: form)
    }
}

extension HTTPAnswer {
    init(_ error: KiiError) {
        self.init(status: error.status, fields: error.fields, body: error.body())
        // Kii's messages name users.
        refusal = Refusal(code: "\(error.code)", description: "The answer's message says why.")
    }
}
