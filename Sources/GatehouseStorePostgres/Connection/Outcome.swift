/// What came of a statement in a pipeline.
enum Outcome {
    case done(Rows)
    case failed(SQLState)
    /// One before it in its section failed.
    case skipped
}
