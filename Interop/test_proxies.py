"""nginx and HAProxy in front of three nodes, as in `packaging`: a rolling restart under load fails no request."""

import threading

import pytest
import requests

import proxies
from gatehouse import PATIENCE, new_session, wait_for
from ledger import new_ledger
from nodes import Nodes
from proxies import HAProxy, Nginx, Proxy


class Site:
    """The nodes behind a proxy, as one server. Its clients repeat nothing."""

    def __init__(self, nodes: Nodes, proxy: Proxy):
        self.nodes = nodes
        self.issuer = proxy.issuer
        self.new_session = proxy.new_session
        self._own = threading.local()

    def __getattr__(self, name: str):
        return getattr(self.nodes, name)

    def post(self, path: str, form: dict | None = None, **options) -> requests.Response:
        if not hasattr(self._own, "http"):
            self._own.http = self.new_session()
        return self._own.http.post(self.issuer + path, data=form, timeout=PATIENCE, **options)


@pytest.fixture
def make_site(make_nodes):
    made: list[Proxy] = []

    def make(kind: type[Proxy]) -> Site:
        proxy = kind()
        made.append(proxy)
        nodes = make_nodes(3, issuer=proxy.issuer, GATEHOUSE_TRUSTED_PROXY="127.0.0.1").start()
        proxy.start(nodes)
        return Site(nodes, proxy)

    yield make
    for proxy in made:
        proxy.stop()


@pytest.mark.parametrize(("kind", "program"), [(Nginx, proxies.NGINX), (HAProxy, proxies.HAPROXY)], ids=["nginx", "haproxy"])
def test_rolling_restart_fails_no_request(make_site, callbacks, kind, program):
    if program is None:
        pytest.skip("the proxy is not installed (apt: nginx haproxy)")
    site = make_site(kind)
    ledger = new_ledger(site, callbacks)
    with ledger.load(12):
        ledger.wait_for_refreshes(24)
        for node in site.nodes:
            node.process.stop()
            node.start()
            ready = node.address + "/health/ready"
            wait_for(lambda: new_session().get(ready, timeout=PATIENCE).status_code == 200, "the node")
        ledger.wait_for_refreshes(24)
    assert ledger.unanswered == []
    ledger.verify()
