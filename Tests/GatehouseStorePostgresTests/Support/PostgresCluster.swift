import Foundation
import GatehouseWire
import Testing

/// A temporary PostgreSQL cluster on a socket in its own folder.
///
/// A shell starts the server, and stops it when the shell's input ends: the server and its folder therefore disappear
/// however this process ends.
final class PostgresCluster: Sendable {
    /// The cluster that tests share if they do not restart it.
    static let shared = Task { try await PostgresCluster() }
    /// A cluster that requires TLS.
    static let encrypted = Task { try await PostgresCluster(encryptedAt: try FreePort.any()) }

    /// The folder of the server's programs; `nil` if it is not installed.
    static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let sorted = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        let folders =
            sorted.map { "/usr/lib/postgresql/\($0)/bin" }
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.first { folder in
            ["initdb", "postgres", "pg_isready"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
            }
        }
    }()

    private let folder: String
    private let port: Int?
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a cluster.
    ///
    /// - Parameter port: The local port for connections with TLS; the certificate is issued to `localhost`.
    /// - Throws: An error if it does not start.
    init(encryptedAt port: Int? = nil) async throws {
        self.port = port
        folder = NSTemporaryDirectory() + "gatehouse-pg-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            ["-c", Self.startScript, "sh", try #require(Self.programs), folder] + (port.map { ["\($0)"] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try await waitUntilReady()
    }

    /// Stops the server with a signal and starts it again: `INT` for an orderly restart, `QUIT` for a crash.
    func restart(by signal: String) async throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(signal)\n".utf8))
        try await waitUntilReady()
    }

    /// Stops the server permanently.
    func stop() async throws {
        try input.fileHandleForWriting.close()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [process] in
                process.waitUntilExit()
                continuation.resume()
            }
        }
    }

    /// The folder of the socket, percent-encoded for URLs.
    var host: String { folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder }

    func url(of database: String, password: String? = nil) -> Secret {
        Secret("postgres://gatehouse\(password.map { ":\($0)" } ?? "")@\(host)/\(database)")
    }

    /// Returns the URL of a database over TLS.
    ///
    /// - Parameters:
    ///   - database: The name of the database.
    ///   - host: The host name of the server.
    ///   - mode: The `sslmode`.
    ///   - authority: The file of the trusted certificate authority; `nil` for the server's own certificate.
    /// - Returns: The URL.
    /// - Throws: An error if the server does not accept TLS connections.
    func encryptedURL(
        of database: String,
        at host: String = "localhost",
        mode: String = "verify-full",
        trusting authority: String? = nil
    ) throws -> Secret {
        let file = authority ?? folder + "/server.crt"
        return Secret(
            "postgres://gatehouse@\(host):\(try #require(port))/\(database)?sslmode=\(mode)&sslrootcert=\(file)"
        )
    }

    /// The content of the server's log.
    var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    deinit { try? input.fileHandleForWriting.close() }

    private func waitUntilReady() async throws {
        let line = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                continuation.resume(returning: output.fileHandleForReading.availableData)
            }
        }
        try #require(line == Data("ready\n".utf8), "PostgreSQL did not start: \(log)")
    }

    private static let startScript = """
        programs=$1 folder=$2 port=$3
        trap : INT TERM
        # The server refuses to run as root.
        as=
        if [ "$(id -u)" = 0 ]; then
            user=nobody
            if id postgres >/dev/null 2>&1; then user=postgres; fi
            as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups"
            chown "$user" "$folder"
        fi
        host= encryption=
        if [ "$port" ]; then
            $as openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \\
                -addext subjectAltName=DNS:localhost -keyout "$folder/server.key" -out "$folder/server.crt" 2>/dev/null
            export PGPORT=$port
            host=127.0.0.1 encryption="-c ssl=on -c ssl_cert_file=$folder/server.crt -c ssl_key_file=$folder/server.key"
        fi
        start() {
            $as "$programs/postgres" -D "$folder/data" -k "$folder" -h "$host" $encryption -N 200 -B 32MB -c log_line_prefix='%d ' \\
                >>"$folder/log" 2>&1 </dev/null &
            server=$!
            until "$programs/pg_isready" -q -h "$folder" || ! kill -0 $server 2>/dev/null; do sleep 0.05; done
            kill -0 $server && echo ready
        }
        $as "$programs/initdb" -D "$folder/data" -U gatehouse -A trust -E UTF8 --locale=C -N >"$folder/initdb" 2>&1 || exit
        # Remote connections require TLS.
        sed -i 's/^host /hostssl /' "$folder/data/pg_hba.conf"
        start
        while read -r signal; do
            kill -"$signal" $server
            wait $server
            start
        done
        kill -QUIT $server
        wait $server
        rm -rf "$folder"/*
        rmdir "$folder"
        """
}

extension Trait where Self == ConditionTrait {
    /// Enables tests if PostgreSQL is installed.
    static var needsPostgres: Self {
        .enabled(if: PostgresCluster.programs != nil, "PostgreSQL is not installed (apt: postgresql).")
    }
}
