/// A statement as it is sent: its text, under which it is prepared once per connection, and its values.
struct Query: Sendable {
    let text: String
    let parameters: Parameters

    init(_ sql: SQL) {
        text = sql.text
        parameters = sql.parameters
    }
}
