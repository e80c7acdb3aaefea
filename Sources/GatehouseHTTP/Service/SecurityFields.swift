import HTTPTypes

/// The header fields of every response: no content sniffing, and HSTS where the issuer is https (RFC 6797).
struct SecurityFields: Sendable {
    let fields: HTTPFields

    init(isSecure: Bool) {
        var fields: HTTPFields = [.xContentTypeOptions: "nosniff"]
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
    }

    func add(to answer: inout HTTPFields) {
        for field in fields { answer[field.name] = field.value }
    }
}
