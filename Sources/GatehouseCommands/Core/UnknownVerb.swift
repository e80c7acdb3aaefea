import ArgumentParser

/// A word on the command line that stands where the name of a verb has to be, and is none.
struct UnknownVerb {
    private let word: String
    private let verbs: [String]

    /// Follows the verbs of a command line as far as they are known; `nil` when the words name one, or stop before that.
    ///
    /// - Parameter arguments: The command line, without the name of the program.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = GatehouseCommand.self
        for word in arguments {
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let verb = verbs.first(where: { $0.configuration.commandName == word }) else {
                self.word = word
                self.verbs = verbs.compactMap { $0.configuration.commandName }
                return
            }
            command = verb
        }
        return nil
    }

    /// What is wrong, with the verb that was probably meant: one letter more, fewer or another, or two in the wrong order.
    var message: String {
        let distances = verbs.map { (verb: $0, distance: $0.difference(from: word).count) }
        let nearest = distances.min { $0.distance < $1.distance }.flatMap { $0.distance <= 2 ? $0.verb : nil }
        return "Unknown command '\(word)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    }
}
