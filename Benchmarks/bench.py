#!/usr/bin/env python3
import pathlib, sys, tempfile, time
from bench.load import Wrk
from bench.people import People, REDIRECT, VERIFIER, CHALLENGE, PASSWORD
from bench.server import Server, memory
from bench import stores

binary = pathlib.Path(sys.argv[1])
loads = sys.argv[2].split(",")
counts = [int(part) for part in sys.argv[3].split(",")]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    server = Server(binary, folder)
    people = People.register(server)
    stores.add_accounts(stores.SQLite(folder), 1, 1000)
    with server.start():
        print("ready after", server.ready_after, memory(server.pid))
        people.sign_in(server, 32, 256)
        config = {"client": "benchmark-app", "service": people.service, "refresh": people.refresh, "access": people.access, "cookies": people.cookies,
            "redirect": REDIRECT, "verifier": VERIFIER, "challenge": CHALLENGE, "password": PASSWORD, "first": 0, "log": str(folder / "server.log")}
        for load in loads:
            config['first'] = 0
            for count in counts:
                document = {"discovery": "/.well-known/openid-configuration", "jwks": "/oauth2/keys"}.get(load)
                extra = {"path": document, "length": len(server.get(document)[1])} if document else {}
                result = Wrk("document" if document else load, server.port, server.pid, count, 3, **config, **extra).result()
                if "refresh" in result.kept:
                    config["refresh"] = [result.kept["refresh"][key] for key in sorted(result.kept["refresh"], key=int)]
                if "codes" in result.kept: config["codes"] = list(result.kept["codes"].values())
                config['first'] += 2 * count
                print(f"{load:20} {count:4} {result.rate:9.0f}/s p50 {result.p50:7.2f} p99 {result.p99:7.2f} errors {result.errors} server {result.server_load:.2f} generator {result.generator_load:.2f} {result.cost*1000:.0f} µs/request {memory(server.pid)} refused {result.refused} {result.messages}", flush=True)
