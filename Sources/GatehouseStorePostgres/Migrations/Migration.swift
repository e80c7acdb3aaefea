/// One step from a schema to the next; never altered once released.
struct Migration: Sendable {
    let name: String
    let sql: String
}
