/// The server is well; when it is not it answers with an error.
package struct HealthResponse: JSONResponse, Hashable {
    private var condition = "ok"

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case condition = "status"
    }
}
