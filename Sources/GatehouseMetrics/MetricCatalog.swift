/// All metrics of the server, in the order in which they are exposed.
extension MetricDefinition {
    package static let requests = MetricDefinition(
        .counter,
        "gatehouse_http_requests_total",
        "Requests that were answered.",
        labels: ["route", "method", "status"]
    )
    package static let requestDuration = MetricDefinition(
        .histogram,
        "gatehouse_http_request_duration_seconds",
        "Time from the arrival of a request's body to its response.",
        labels: ["route"],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    )
    package static let tokens = MetricDefinition(
        .counter,
        "gatehouse_tokens_issued_total",
        "Successful token requests.",
        labels: ["grant"]
    )
    package static let signIns = MetricDefinition(
        .counter,
        "gatehouse_sign_ins_total",
        "Sign-ins by their first factor; incomplete ones need another factor.",
        labels: ["method", "outcome"]
    )
    package static let failedFactors = MetricDefinition(
        .counter,
        "gatehouse_factor_failures_total",
        "Factors that were not proven, such as wrong passwords.",
        labels: ["factor"]
    )
    package static let limits = MetricDefinition(
        .counter,
        "gatehouse_limits_reached_total",
        "Requests that a limit rejected.",
        labels: ["limit"]
    )
    package static let hashQueue = MetricDefinition(
        .gauge,
        "gatehouse_password_hash_queue_length",
        "Passwords that wait to be hashed."
    )
    package static let hashQueueLimit = MetricDefinition(
        .gauge,
        "gatehouse_password_hash_queue_limit",
        "Passwords that can wait; further requests get status 503."
    )
    package static let hashWait = MetricDefinition(
        .histogram,
        "gatehouse_password_hash_wait_seconds",
        "Time that passwords waited to be hashed.",
        buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    )
    package static let hashRejections = MetricDefinition(
        .counter,
        "gatehouse_password_hash_rejections_total",
        "Requests with a password that were rejected because the queue was full."
    )
    package static let queueLength = MetricDefinition(
        .gauge,
        "gatehouse_message_queue_length",
        "Messages that are not delivered: emails and SMS, logout requests, and audit events.",
        labels: ["queue"]
    )
    package static let queueAge = MetricDefinition(
        .gauge,
        "gatehouse_message_queue_oldest_age_seconds",
        "Age of the oldest message; 0 for an empty queue.",
        labels: ["queue"]
    )
    package static let commitDuration = MetricDefinition(
        .histogram,
        "gatehouse_store_commit_duration_seconds",
        "Time from a commit to its confirmation by the database.",
        buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    )
    package static let readDuration = MetricDefinition(
        .histogram,
        "gatehouse_store_read_duration_seconds",
        "Time from a query to its result.",
        buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    )
    package static let commitBatch = MetricDefinition(
        .histogram,
        "gatehouse_store_commit_batch_size",
        "Commits that shared a transaction.",
        buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256]
    )
    package static let readBatch = MetricDefinition(
        .histogram,
        "gatehouse_store_read_batch_size",
        "Queries that shared a transaction or pipeline.",
        buckets: [1, 2, 4, 8, 16, 32, 64]
    )
    package static let storeFailures = MetricDefinition(
        .counter,
        "gatehouse_store_failures_total",
        "Commits and queries that failed, other than by a conflict.",
        labels: ["reason"]
    )
    package static let sweptRows = MetricDefinition(
        .counter,
        "gatehouse_sweep_deleted_rows_total",
        "Expired records that this node deleted.",
        labels: ["kind"]
    )
    package static let sweepDuration = MetricDefinition(
        .histogram,
        "gatehouse_sweep_duration_seconds",
        "Duration of this node's sweeps of expired records.",
        buckets: [0.01, 0.1, 1, 5, 10, 30, 60, 300, 600]
    )
    package static let lastSweep = MetricDefinition(
        .gauge,
        "gatehouse_sweep_last_success_timestamp_seconds",
        "Time of this node's last sweep without a failure, in seconds since 1970; 0 before the first one."
    )
    package static let sessions = MetricDefinition(
        .gauge,
        "gatehouse_sessions",
        "Estimated sessions, including those that ended within the last day; updated every ten minutes."
    )
    package static let keyCreation = MetricDefinition(
        .gauge,
        "gatehouse_signing_key_created_timestamp_seconds",
        "Time at which the current signing key was created, in seconds since 1970.",
        labels: ["algorithm"]
    )
    package static let clockOffset = MetricDefinition(
        .gauge,
        "gatehouse_clock_offset_seconds",
        "Time that the machine's clock is ahead of the database's; negative if it is behind."
    )
    package static let ready = MetricDefinition(
        .gauge,
        "gatehouse_ready",
        "1 if the server was ready at the last check, else 0."
    )
    package static let build = MetricDefinition(
        .info,
        "gatehouse_build_info",
        "The version of the server.",
        labels: ["version"]
    )
    package static let cpu = MetricDefinition(
        .counter,
        "process_cpu_seconds_total",
        "Processor time of the process, in user and system mode."
    )
    package static let memory = MetricDefinition(
        .gauge,
        "process_resident_memory_bytes",
        "Resident memory of the process."
    )
    package static let openFiles = MetricDefinition(.gauge, "process_open_fds", "Open file descriptors.")
    package static let fileLimit = MetricDefinition(
        .gauge,
        "process_max_fds",
        "File descriptors that the process can open."
    )
    package static let startTime = MetricDefinition(
        .gauge,
        "process_start_time_seconds",
        "Start of the process, in seconds since 1970."
    )

    /// All metrics.
    package static let all = [
        requests, requestDuration, tokens, signIns, failedFactors, limits, hashQueue, hashQueueLimit, hashWait,
        hashRejections, queueLength, queueAge, commitDuration, readDuration, commitBatch, readBatch, storeFailures,
        sweptRows, sweepDuration, lastSweep, sessions, keyCreation, clockOffset, ready, build, cpu, memory, openFiles,
        fileLimit, startTime,
    ]
}
