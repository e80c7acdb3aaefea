/// An app of Kii's kind that a ``TestServer`` knows: what `Kii.begin(withID:andKey:andCustomURL:)` takes.
public struct TestKiiApp: Sendable, Hashable {
    /// The app's identifier.
    public let appID: String
    /// The app's key, which is in every copy of the app.
    public let appKey: String
    /// Where the server has Kii's API.
    public let url: String
    /// The secret of the app's administrator, when it has one.
    public let adminSecret: String?
}
