import Foundation
import GatehouseWire
import HTTPTypes

extension HTTPCall {
    /// The parameters of a body that is a form or one JSON object, as Login with Amazon's clients send either.
    ///
    /// - Throws: `invalid_request` when it is neither, or cannot be read.
    func formOrJSON() throws(OAuthError) -> Parameters {
        do {
            return isJSON ? try Parameters(json: body) : try form().withoutRepetitions
        } catch {
            throw AmazonError.malformed
        }
    }

    /// Returns the parameters of the query; exact repetitions count once.
    ///
    /// - Throws: `invalid_request` when it cannot be read.
    func amazonQuery() throws(OAuthError) -> Parameters {
        do { return try query().withoutRepetitions } catch { throw AmazonError.malformed }
    }

    private var isJSON: Bool { mediaType == "application/json" }
}
