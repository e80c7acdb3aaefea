extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

extension [Duration] {
    /// The middle one.
    var median: Duration { sorted()[count / 2] }
}
