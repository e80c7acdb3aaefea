"""`gatehouse serve --check` beside running servers."""

import json

from gatehouse import Server


def checks(server: Server, *options) -> dict[str, dict]:
    done = server.run("serve", "--check", "--json", *options)
    return {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def test_accepts_running_server_and_leaves_no_file(make_server):
    server = make_server("--dev").start()
    options = ["--dev", "--issuer", server.issuer, "--data", server.data]
    before = sorted(file.name for file in server.data.iterdir())
    found = checks(server, *options)
    assert {check["status"] for check in found.values()} == {"passed"}
    assert sorted(file.name for file in server.data.iterdir()) == before
    server.stop()
    before = sorted(file.name for file in server.data.iterdir())
    assert checks(server, *options)["Database"]["status"] == "passed"
    assert sorted(file.name for file in server.data.iterdir()) == before


def test_leaves_files_of_killed_server(make_server):
    server = make_server("--dev").start()
    server.create_user("ada@example.com", "seven-lanterns-sail-north")
    server.process.kill()

    def files() -> dict[str, bytes]:
        # Each reader may rebuild the index of the write-ahead log.
        return {file.name: file.read_bytes() for file in server.data.iterdir() if not file.name.endswith("-shm")}

    before = files()
    assert before["gatehouse.sqlite-wal"]
    found = checks(server, "--dev", "--issuer", server.issuer, "--data", server.data)
    assert {check["status"] for check in found.values()} == {"passed"}
    assert files() == before
    server.start()


def test_checks_another_database_server_that_is_to_be_accepted(make_server, cluster):
    url = cluster.database()
    server = make_server("--dev", "--database", url).start()
    assert server.get("/health/ready").status_code == 200
    server.stop()
    options = ["--dev", "--issuer", server.issuer, "--data", server.data, "--database", url]
    file = server.data / "database-server"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"system": "another"}))
    before = file.read_bytes()
    assert checks(server, *options)["Database"]["status"] == "failed"
    found = checks(server, *options, "--accept-database-server")["Database"]
    assert found["status"] == "passed" and found["detail"].endswith(", accepted as it is")
    assert file.read_bytes() == before


def test_creates_nothing_in_empty_database(make_server, cluster):
    url = cluster.database()
    server = make_server("--dev", "--database", url)
    options = ["--dev", "--issuer", "http://localhost:8080", "--data", server.data, "--database", url]
    assert "empty" in checks(server, *options)["Database"]["detail"]
    assert cluster.ask(url, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'") == ["0"]
    assert not server.data.exists()
    server.start()
    assert ", schema " in checks(server, *options)["Database"]["detail"]
    missing = [*options[:-1], url + "none"]
    found = checks(server, *missing)["Database"]
    assert (found["status"], "advice" in found) == ("failed", True)
