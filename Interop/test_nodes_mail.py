"""Two nodes on one database: each email is sent once."""

import concurrent.futures
import contextlib
import select
import socket

import pytest

from gatehouse import PATIENCE, wait_for
from mail_server import Mailbox
from nodes import Nodes
from person import Person


def is_sent(cluster, nodes: Nodes) -> bool:
    """Returns whether no mail is queued or being sent."""
    return cluster.ask(nodes.database, "SELECT count(*) FROM messages") == ["0"]


def test_sends_each_mail_once(make_nodes, make_application, cluster):
    nodes = make_nodes().start()
    application = make_application(at=nodes)
    addresses = [f"person{number}@mail.example.com" for number in range(40)]

    def ask(address: str) -> None:
        Person(nodes, address).open(application.sign_in_url()).send(email=address)

    with concurrent.futures.ThreadPoolExecutor(8) as crowd:
        list(crowd.map(ask, addresses))
    wait_for(lambda: is_sent(cluster, nodes), "the queue to be empty")
    assert sorted(mail["to"][0] for mail in nodes.mailbox.all() if "@mail.example.com" in mail["to"][0]) == sorted(addresses)


@pytest.fixture
def deaf():
    """Two mail servers that accept connections and never respond."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]


def test_sends_mail_of_killed_node_once(make_nodes, make_application, cluster, deaf, email):
    nodes = make_nodes()
    ports = [place.getsockname()[1] for place in deaf]
    for node, port in zip(nodes, ports):
        node.variables["GATEHOUSE_SMTP"] = f"smtp://localhost:{port}"
    nodes.start()
    application = make_application(at=nodes)
    person = Person(nodes, email).open(application.sign_in_url()).send(email=email)

    called, _, _ = select.select(deaf, [], [], PATIENCE)
    assert len(called) == 1
    sender = deaf.index(called[0])
    # A leased message stays with its node for two minutes, which is too long for a test.
    nodes[sender].kill()
    survivor = 1 - sender
    deaf[survivor].close()
    mailbox = Mailbox(ports[survivor])
    try:
        assert not mailbox.mails(email)
        changed = cluster.ask(nodes.database, "UPDATE messages SET next_attempt_at = next_attempt_at - 120000 RETURNING 1")
        assert changed == ["1"]
        person.send(code=mailbox.code(email)).consent()
        assert "code" in person.answer
        nodes[sender].start()
        wait_for(lambda: is_sent(cluster, nodes), "the queue to be empty")
        assert len(mailbox.mails(email)) == 1
    finally:
        mailbox.stop()
