import Gatehouse

/// Which of Amazon's hosts to ask; a server of your own has one region, whatever is set.
public enum AMZNRegion: Int, Sendable {
    /// The hosts that the API key names.
    case auto = 0
    /// North America.
    case NA = 1
    /// Europe.
    case EU = 2
    /// The Far East.
    case FE = 3

    var place: AmazonRegion {
        switch self {
        case .auto: .automatic
        case .NA: .northAmerica
        case .EU: .europe
        case .FE: .farEast
        }
    }
}
