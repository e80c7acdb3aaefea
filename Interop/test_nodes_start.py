"""Nodes that start on an empty database at the same time."""

import concurrent.futures

ROUNDS = 10
NODES = 4


def test_creates_schema_and_keys_once_at_simultaneous_start(make_nodes, cluster):
    nodes = make_nodes(NODES)
    for _ in range(ROUNDS):
        nodes.start()
        with concurrent.futures.ThreadPoolExecutor(NODES) as crowd:
            keys = list(crowd.map(lambda node: node.get("/oauth2/keys").json()["keys"], nodes))
        assert keys == [keys[0]] * NODES
        assert sorted(key["alg"] for key in keys[0]) == ["ES256", "RS256"]
        steps = cluster.ask(nodes.database, "SELECT version FROM schema_migrations ORDER BY version")
        assert steps == [str(number) for number in range(len(steps))]
        assert all(node.get("/health/ready").status_code == 200 for node in nodes)
        assert not [line for node in nodes for line in node.process.lines if " error " in line]
        for node in nodes:
            node.kill()
            # The next database is a new one.
            (node.data / "database-server").unlink()
        cluster.ask(nodes.database, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def test_creates_nothing_when_reading_empty_database(make_nodes, cluster):
    nodes = make_nodes(1)
    for command in (["client", "list"], ["user", "list"], ["events"], ["keys", "rotate"]):
        done = nodes[0].run(*command, "--data", nodes[0].data)
        assert (done.returncode, done.stdout) == (1, "")
        assert "No Gatehouse data in 'postgres://" in done.stderr
        assert "start the server to create it" in done.stderr
    assert cluster.ask(nodes.database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
