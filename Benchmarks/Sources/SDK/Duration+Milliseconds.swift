extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

extension [Duration] {
    /// The median.
    var median: Duration { sorted()[count / 2] }
}
