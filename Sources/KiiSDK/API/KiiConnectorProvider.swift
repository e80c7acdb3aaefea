#if canImport(ObjectiveC)
import Foundation
#endif

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The providers whose accounts Kii Cloud could link to a user.
#if canImport(ObjectiveC)
@objc(KiiConnectorProvider)
#endif
public enum KiiConnectorProvider: UInt, Sendable {
    /// Facebook.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorFacebook)
    #endif
    case Facebook = 0
    /// Twitter.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorTwitter)
    #endif
    case Twitter = 1
    /// LinkedIn.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorLinkedIn)
    #endif
    case LinkedIn = 2
    /// Yahoo.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorYahoo)
    #endif
    case Yahoo = 3
    /// Google, before Google+.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorGoogle)
    #endif
    @available(*, deprecated, message: "Use Googleplus.")
    case Google = 4
    /// Dropbox.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorDropbox)
    #endif
    case Dropbox = 5
    /// Box.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorBox)
    #endif
    case Box = 6
    /// Renren.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorRenren)
    #endif
    case Renren = 7
    /// Sina Weibo.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorSina)
    #endif
    case Sina = 8
    /// Microsoft Live.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorLive)
    #endif
    case Live = 9
    /// QQ.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorQQ)
    #endif
    case QQ = 10
    /// Google+.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorGoogleplus)
    #endif
    case Googleplus = 11
    /// An OpenID Connect provider chosen by the app.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorOpenIDConnectSimple)
    #endif
    case OpenIDConnectSimple = 12
    /// Kii itself.
    #if canImport(ObjectiveC)
    @objc(kiiConnectorKii)
    #endif
    case Kii = 13
}
