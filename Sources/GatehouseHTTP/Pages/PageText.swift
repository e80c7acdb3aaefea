import GatehouseServer

/// The sentences of a page: its string table, with what fills their placeholders.
///
/// A template reads a sentence as `{{text.signIn.title}}`.
package struct PageText: Sendable {
    let table: StringTable
    let arguments: [String: String]
    /// The first part of the keys that are looked up, with its dot; a template walks down part by part.
    var prefix = ""

    /// The sentence as the table has it, placeholders and all; `nil` when there is none.
    func unfilled(_ key: String) -> String? { table[key] }

    func callAsFunction(_ key: String) -> String { table.text(key, arguments) }

    func callAsFunction(_ key: String, _ count: Int) -> String { table.text(key, ["count": "\(count)"]) }

    func callAsFunction(_ key: String, _ wait: WaitTime) -> String {
        table.text(key, arguments.merging(["wait": wait.text(self)]) { $1 })
    }

    func callAsFunction(_ message: PageMessage) -> String {
        var values = arguments.merging(message.arguments) { $1 }
        values["wait"] = message.wait?.text(self)
        return table.text(message.key, values)
    }
}
