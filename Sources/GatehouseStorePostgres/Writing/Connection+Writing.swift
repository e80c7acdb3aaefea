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
            let undone: [WriteGroup]
            do throws(LinkError) { undone = try commit(groups, over: link) } catch { return false }
            tries += 1
            if undone.contains(where: { $0.failure?.state == .readOnlyTransaction }) {
                // The server has become a copy of another one, which the next link finds.
                for group in undone { refuse(group.jobs, StoreError(.readOnlyTransaction)) }
                return false
            }
            groups = undone.flatMap { settle($0, after: tries) }
            if undone.contains(where: \.gaveWay) { await environment.pause(beforeTry: tries) }
        }
        return true
    }

    /// Runs a transaction for each group, all in one pipeline, and answers those that are committed.
    ///
    /// - Returns: The others.
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
        return groups.filter { !$0.isCommitted }
    }

    /// Answers for a transaction that was undone, where that is all there is to it.
    ///
    /// - Returns: What is to be tried again, by transaction.
    private func settle(_ group: WriteGroup, after tries: Int) -> [[WriteJob]] {
        let alone = group.jobs.map { [$0] }
        if group.gaveWay, tries < Self.tries { return alone }
        if group.jobs.count > 1 { return tries == 1 ? group.splitAtFailure() : alone }
        refuse(group.jobs, group.failure.map { StoreError($0) } ?? .unavailable("The transaction was rolled back."))
        return []
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
    /// Whether another transaction was in the way.
    fileprivate var gaveWay: Bool { failure?.state.isTransient ?? false }

    /// What came before the commit that failed, that one, and what came after it: most often it is the only one.
    fileprivate func splitAtFailure() -> [[WriteJob]] {
        guard let index = failure?.job?.index else { return jobs.map { [$0] } }
        return [Array(jobs[..<index]), [jobs[index]], Array(jobs[(index + 1)...])].filter { !$0.isEmpty }
    }
}
