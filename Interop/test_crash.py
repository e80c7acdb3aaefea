"""`kill -9` under load: nothing is lost and nothing happens twice."""

import concurrent.futures
import random
import threading

from gatehouse import Server
from ledger import new_ledger

ROUNDS = 3
# Sign-ups, code exchanges and refreshes run when the process is killed.
LOAD = 8


def register(server: Server, clients: list[str], over: threading.Event) -> None:
    while not over.is_set():
        clients.append(server.create_client("Example App", "--redirect-uri", "https://app.example.com/")["client_id"])


def test_loses_nothing_when_killed_under_load(make_server, callbacks):
    chance = random.Random()
    server = make_server("--dev").start()
    ledger = new_ledger(server, callbacks)
    clients: list[str] = []
    codes = 0
    for _ in range(ROUNDS):
        over = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(1) as office:
            with ledger.load(LOAD):
                clerk = office.submit(register, server, clients, over)
                over.wait(chance.uniform(1.5, 4.5))
                server.process.kill()
                over.set()
            clerk.result()
        server.start()
        assert set(clients) <= {client["client_id"] for client in server.administer("client", "list")}
        codes += len(ledger.spent)
        ledger.verify()
        ledger.verify_codes()
    # Open requests see a closed connection, never an incorrect response.
    assert not any("temporarily_unavailable" in reason for reason in ledger.unanswered)
    assert len(ledger.accounts) > ROUNDS and codes > ROUNDS and len(clients) > ROUNDS
