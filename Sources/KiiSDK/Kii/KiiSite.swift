// swift-format-ignore: AlwaysUseLowerCamelCase
/// Where Kii Cloud had servers.
///
/// None of them is there any more. An app that begins with a site gets the error 101 from every call; it names its server with
/// ``Kii/begin(withID:andKey:andCustomURL:)`` instead.
public enum KiiSite: UInt, Sendable {
    /// The United States.
    case US = 0
    /// Japan.
    case JP = 1
    /// China, before it moved.
    @available(*, deprecated, message: "Use CN3.")
    case CN = 2
    /// Singapore.
    case SG = 3
    /// China.
    case CN3 = 4
    /// Europe.
    case EU = 5
}
