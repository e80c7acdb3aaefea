package import Foundation

/// One SMS, ready to be handed to whoever sends it.
package struct SMSMessage: Sendable, Equatable, Codable {
    /// The recipient's number, in E.164 form.
    package let to: String
    package let text: String
    /// The message's identifier: the same at every attempt, so that one handed over twice can be sent once.
    package let id: String
    package let date: Date

    package init(to: String, text: String, id: String, date: Date) {
        self.to = to
        self.text = text
        self.id = id
        self.date = date
    }
}
