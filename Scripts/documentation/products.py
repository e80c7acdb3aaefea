"""The products of the package with documentation of their own."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRODUCTS = [
    "Gatehouse", "GatehouseUI", "LoginWithAmazon", "MSAL", "KiiSDK", "GatehouseTesting", "GatehouseVerifier",
    "GatehouseHummingbird",
]


def catalog(product: str) -> str:
    """Returns the first file of a product's documentation."""
    return f"Sources/{product}/{product}.docc/{product}.md"
