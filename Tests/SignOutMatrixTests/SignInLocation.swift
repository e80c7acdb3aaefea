/// A place where the user is signed in: a column of the table.
enum SignInLocation: String, Sendable, Codable, CaseIterable {
    case amazon = "Amazon app"
    case msal = "MSAL app"
    case kii = "Kii app, by password"
    case kiiByToken = "Kii app, by the Amazon app's token"
    case browser
}
