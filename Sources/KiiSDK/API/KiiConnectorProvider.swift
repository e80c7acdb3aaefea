// swift-format-ignore: AlwaysUseLowerCamelCase
/// The providers whose accounts Kii Cloud could link to a user.
public enum KiiConnectorProvider: UInt, Sendable {
    /// Facebook.
    case Facebook = 0
    /// Twitter.
    case Twitter = 1
    /// LinkedIn.
    case LinkedIn = 2
    /// Yahoo.
    case Yahoo = 3
    /// Google, before Google+.
    @available(*, deprecated, message: "Use Googleplus.")
    case Google = 4
    /// Dropbox.
    case Dropbox = 5
    /// Box.
    case Box = 6
    /// Renren.
    case Renren = 7
    /// Sina Weibo.
    case Sina = 8
    /// Microsoft Live.
    case Live = 9
    /// QQ.
    case QQ = 10
    /// Google+.
    case Googleplus = 11
    /// An OpenID Connect provider chosen by the app.
    case OpenIDConnectSimple = 12
    /// Kii itself.
    case Kii = 13
}
