/// Which of Amazon's own hosts are asked; a server of another owner has one region.
package enum AmazonRegion: String, Sendable, Hashable {
    /// The hosts that the API key names.
    case automatic
    case northAmerica, europe, farEast
}
