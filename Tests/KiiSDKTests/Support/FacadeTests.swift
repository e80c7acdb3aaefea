import Testing

/// The tests of the facade that log a user in, serialized: Kii's API consists of class methods with one state per
/// process.
@Suite(.serialized, .timeLimit(.minutes(3))) struct FacadeTests {}
