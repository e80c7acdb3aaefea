import Testing

/// Every test of the facade that logs somebody in: one after the other, because Kii's API consists of class methods, of which a process has
/// one set.
@Suite(.serialized, .timeLimit(.minutes(3))) struct Facade {}
