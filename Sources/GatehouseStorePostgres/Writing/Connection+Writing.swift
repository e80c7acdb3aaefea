import GatehouseStore

extension Connection {
    /// So many commits at most share a transaction, which bounds how long the first of them waits for the last.
    private static let writeLimit = 256
    /// So often at most a commit gives way to others.
    private static let tries = 8

    /// The one writer of a node: takes everything that waits, runs it in one transaction, and answers all once that is durable.
    func serve(writes queue: JobQueue<WriteJob>) async {
        await serve(queue, atMost: Self.writeLimit) { connection, jobs, link in await connection.write(jobs, over: link)
        }
    }

    /// Commits the jobs together.
    ///
    /// Those whose transaction was undone for another's sake are tried again in smaller ones, so that each is
    /// answered for what it did itself.
    ///
    /// - Returns: Whether the link is good for more.
    private func write(_ jobs: [WriteJob], over link: Link) async -> Bool {
        var groups = [jobs]
        var tries = 0
        while !groups.isEmpty {
            let outcomes: [WriteGroup]
            do throws(LinkError) { outcomes = try commit(groups, over: link) } catch { return false }
            tries += 1
            groups = []
            var isInTheWay = false
            for group in outcomes where !group.isCommitted {
                // It failed at once, or at its end for the sake of another transaction.
                guard let failure = group.failure else {
                    refuse(group.jobs, .unavailable("The transaction was rolled back."))
                    continue
                }
                if failure.state == .readOnlyTransaction {
                    refuse(outcomes.filter { !$0.isCommitted }.flatMap(\.jobs), StoreError(failure.state))
                    return false
                }
                if failure.state.isTransient, tries < Self.tries {
                    isInTheWay = true
                    groups += group.jobs.map { [$0] }
                } else if group.jobs.count > 1 {
                    groups += tries == 1 ? group.splitAtFailure() : group.jobs.map { [$0] }
                } else {
                    refuse(group.jobs, StoreError(failure))
                }
            }
            if isInTheWay { await environment.pause(beforeTry: tries) }
        }
        return true
    }

    /// Runs a transaction for each group, all in one pipeline, and answers those that are committed.
    private func commit(_ groups: [[WriteJob]], over link: Link) throws(LinkError) -> [WriteGroup] {
        var groups = groups.map(WriteGroup.init)
        do throws(LinkError) {
            try link.run(groups.flatMap(\.sections)) { section, _, outcome in
                if section.isMultiple(of: 2) {
                    groups[section / 2].take(outcome)
                } else {
                    groups[section / 2].takeCommit(outcome)
                }
            }
        } catch {
            // Whether they were committed nobody knows.
            for group in groups where !group.isCommitted { refuse(group.jobs, .connectionLost) }
            throw error
        }
        return groups
    }

    private func refuse(_ jobs: [WriteJob], _ error: StoreError) {
        for job in jobs { job.refuse(error) }
    }
}

extension StoreError {
    fileprivate init(_ failure: WriteGroup.Failure) {
        self =
            if let job = failure.job, failure.state.isConflict {
                .conflict(at: job.position)
            } else {
                StoreError(failure.state)
            }
    }
}

extension WriteGroup {
    /// What came before the commit that failed, that one, and what came after it: most often it is the only one.
    fileprivate func splitAtFailure() -> [[WriteJob]] {
        guard let index = failure?.job?.index else { return jobs.map { [$0] } }
        return [Array(jobs[..<index]), [jobs[index]], Array(jobs[(index + 1)...])].filter { !$0.isEmpty }
    }
}
