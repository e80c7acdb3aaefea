package import ArgumentParser

/// Which server's records a command works on.
package struct StoreOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("A YAML file with settings, named like the options (GATEHOUSE_CONFIG).", valueName: "file")
    )
    package var config: String?

    @Option(
        help: ArgumentHelp("Where the server keeps its records and its key file (GATEHOUSE_DATA).", valueName: "folder")
    )
    package var data: String?

    @Option(
        help: ArgumentHelp(
            """
            The database, if it is not in that folder: sqlite:PATH, or postgres://USER@HOST/DATABASE (GATEHOUSE_DATABASE). Other users of \
            the machine can read a password on the command line: give one in the variable or the file.
            """,
            valueName: "url"
        )
    )
    package var database: String?

    package init() {}

    package var arguments: [SettingKey: String] {
        [.data: data, .database: database].compactMapValues(\.self)
    }
}
