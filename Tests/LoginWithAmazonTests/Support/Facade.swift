import Testing

/// Every test of the facade: one after the other, because both versions of the API consist of class methods, of which a process
/// has one set.
@Suite(.serialized, .timeLimit(.minutes(3))) struct Facade {}
