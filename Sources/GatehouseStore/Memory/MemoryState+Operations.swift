extension MemoryState {
    mutating func apply(_ change: KeyChange) -> Bool {
        switch change {
        case .insert(let key):
            let isFree = !keys.contains { $0.algorithm == key.algorithm && $0.retiredAt == nil }
            return keys.insert(key, as: key.id, if: isFree)
        case .retire(let id, let date, let expiresAt):
            return keys.update(id, if: { $0.retiredAt == nil }) {
                $0.retiredAt = date
                $0.expiresAt = expiresAt
            }
        case .delete(let id):
            keys[id] = nil
            return true
        }
    }

    mutating func apply(_ change: MailChange) -> Bool {
        switch change {
        case .enqueue(let message):
            return mail.insert(message, as: message.id)
        case .remove(let id):
            mail[id] = nil
        case .postpone(let id, let attempts, let date):
            _ = mail.update(id) {
                $0.attempts = attempts
                $0.nextAttemptAt = date
            }
        }
        return true
    }

    mutating func apply(_ change: CounterChange) -> Bool {
        switch change {
        case .increment(let key, let limit, let date, let expiresAt):
            guard let counter = counters[key], counter.expiresAt > date.flooredToMilliseconds else {
                counters[key] = Counter(key: key, count: 1, expiresAt: expiresAt)
                return true
            }
            return counters.update(key, if: { $0.count < limit }) { $0.count += 1 }
        case .decrement(let key, let date):
            _ = counters.update(key, if: { $0.expiresAt > date.flooredToMilliseconds && $0.count > 0 }) {
                $0.count -= 1
            }
            return true
        case .reset(let key):
            counters[key] = nil
            return true
        }
    }
}
