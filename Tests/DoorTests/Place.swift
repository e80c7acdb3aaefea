/// Where a person is signed in, as the table heads its columns.
enum Place: String, Sendable, Codable, CaseIterable {
    case amazon = "Amazon app"
    case msal = "MSAL app"
    case kii = "Kii app, by password"
    case kiiByToken = "Kii app, by the Amazon app's token"
    case browser
}
