import Foundation
package import Testing

/// The Python with the servers and readers of the folder `Interop`.
package enum InteropPython {
    /// The path in the environment variable `GATEHOUSE_PYTHON`, or `nil`; the first use without it prints a warning.
    package static let path: String? = {
        if let path = ProcessInfo.processInfo.environment["GATEHOUSE_PYTHON"] { return path }
        let warning = """

            warning: GATEHOUSE_PYTHON is not set: the tests of SMTP, SMS and QR codes are skipped.
            Run `make test-swift`, which installs the packages and sets it.


            """
        FileHandle.standardError.write(Data(warning.utf8))
        return nil
    }()

    /// The reason for skipping a test.
    package static let isMissing: Comment = "GATEHOUSE_PYTHON is not set"
}
