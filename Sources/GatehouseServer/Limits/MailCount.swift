/// What has been counted of a mail before it is sent.
enum MailCount: String, Sendable, Codable {
    case nothing
    /// That somebody at this network address has asked for it.
    case sender
    /// That, and that it goes to this recipient.
    case all
}
