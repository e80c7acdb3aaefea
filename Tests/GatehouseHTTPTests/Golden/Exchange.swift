import GatehouseHTTP
import HTTPTypes

/// A request and its answer.
struct Exchange: Sendable {
    let request: HTTPRequest
    let form: String
    let answer: HTTPAnswer
}
