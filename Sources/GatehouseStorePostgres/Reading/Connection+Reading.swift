import GatehouseStore

extension Connection {
    /// So many reads at most share a pipeline.
    private static let readLimit = 64

    /// Does what waits to be read, all of it at once.
    func serve(reads queue: JobQueue<ReadJob>) async {
        await serve(queue, atMost: Self.readLimit) { connection, jobs, link in connection.read(jobs, over: link, queue)
        }
    }

    /// Asks everything in one pipeline with one point of synchronisation, as reads seldom fail; what was skipped because of one that did is asked again.
    ///
    /// - Returns: Whether the link is good for more.
    private func read(_ jobs: [ReadJob], over link: Link, _ queue: JobQueue<ReadJob>) -> Bool {
        var jobs = jobs
        while !jobs.isEmpty {
            var skipped: [ReadJob] = []
            var taken = 0
            do throws(LinkError) {
                try link.run([jobs.map(\.query)]) { _, place, outcome in
                    taken = place + 1
                    switch outcome {
                    case .done(let rows): jobs[place].answer(rows)
                    case .failed(let state): jobs[place].refuse(StoreError(state))
                    case .skipped: skipped.append(jobs[place])
                    }
                }
            } catch {
                retry(skipped + jobs[taken...], queue)
                return false
            }
            jobs = skipped
        }
        return true
    }

    /// What a broken connection left unanswered is asked once more, over another one.
    private func retry(_ jobs: [ReadJob], _ queue: JobQueue<ReadJob>) {
        for job in jobs where job.isSecondTry { job.refuse(.connectionLost) }
        queue.putBack(jobs.filter { !$0.isSecondTry }.map(\.again))
    }
}
