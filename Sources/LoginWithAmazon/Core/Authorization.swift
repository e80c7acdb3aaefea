/// What a sign-in brought, before it becomes the object that an app gets.
struct Authorization: Sendable {
    var token = ""
    var code = ""
    var clientID: String
    var redirectURI: String
    var user: AMZNUser?
}
