import Testing

/// The tests of the facade, serialized: both API versions consist of class methods with one state per process.
@Suite(.serialized, .timeLimit(.minutes(3))) struct FacadeTests {}
