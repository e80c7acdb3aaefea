"""A pooler between a server and PostgreSQL."""

import contextlib

import pytest

from pgbouncer import PROGRAM, PgBouncer

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed (apt: pgbouncer)")


@pytest.fixture
def make_pooler(cluster):
    with contextlib.ExitStack() as stack:

        def make(mode: str, **settings: str) -> PgBouncer:
            pooler = PgBouncer(cluster, mode, **settings)
            stack.callback(pooler.stop)
            return pooler

        yield make


@pytest.mark.parametrize("settings", [{}, {"server_round_robin": "1"}, {"default_pool_size": "1"}, {"server_reset_query_always": "1"}])
@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_rejects_pooler_that_shares_sessions(make_nodes, make_pooler, cluster, mode, settings):
    database = cluster.database()
    make_nodes(1, database).start()
    pooler = make_pooler(mode, **settings)
    node = make_nodes(1, pooler.url(database))[0]
    done = node.run("serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", node.data)
    assert done.returncode == 1
    assert "A connection pooler shares database sessions between transactions." in done.stderr
    assert "pool_mode = session" in done.stderr


def test_accepts_pooler_in_session_mode(make_nodes, make_pooler, cluster):
    pooler = make_pooler("session")
    nodes = make_nodes(2, pooler.url(cluster.database())).start()
    for node in nodes:
        assert node.get("/health/ready").status_code == 200
        assert node.get("/oauth2/keys").json() == nodes[0].get("/oauth2/keys").json()
