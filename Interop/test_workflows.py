"""The workflows of continuous integration and the packaging of the SDK for Apple's platforms."""

import json
import pathlib
import re
import runpy
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from ruamel.yaml import YAML

from gatehouse import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCHEME = ROOT / ".swiftpm/xcode/xcshareddata/xcschemes/GatehouseSDK.xcscheme"
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


def load(path: pathlib.Path) -> dict:
    return YAML(typ="safe").load(path)


def schema_errors(path: pathlib.Path) -> str:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", path]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def matrix_values(job: dict, expression: str) -> list[str]:
    """Returns the values of `matrix.NAME` in a job."""
    name = expression.removeprefix("matrix.")
    return [str(value) for value in job.get("strategy", {}).get("matrix", {}).get(name, [])]


def run_problems(job: dict) -> list[str]:
    """Returns the errors in the `run` blocks of a job: syntax, targets of make, scripts."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    problems = []
    for step in job["steps"]:
        if "run" not in step:
            continue
        script = EXPRESSION.sub("value", step["run"])
        checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
        problems += [checked.stderr] if checked.returncode else []
        commands = re.findall(r"^\s*make ([a-z -]+)$", script, re.MULTILINE)
        problems += [f"make {target}" for line in commands for target in line.split() if target not in targets]
        for name in re.findall(r"\bScripts/[\w./-]+", script):
            path = ROOT / name
            if not path.is_file() or not path.stat().st_mode & 0o111:
                problems.append(name)
    return problems


def test_finds_workflows():
    assert {path.name for path in WORKFLOWS} == {"apple.yml", "linux.yml"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_matches_schema(path):
    assert schema_errors(path) == ""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_runs_existing_commands(path):
    assert [problem for job in load(path)["jobs"].values() for problem in run_problems(job)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_is_limited(path):
    workflow = load(path)
    # A job could only widen the permissions again.
    assert workflow["permissions"] == {"contents": "read"}
    assert "group" in workflow["concurrency"]
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        assert job["timeout-minutes"] <= 150
        for step in job["steps"]:
            used = step.get("uses", "")
            assert used == "" or re.fullmatch(r"actions/[\w-]+@v\d+|docker://[\w/-]+:\d+\.\d+\.\d+", used), used
            if used.startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_detects_faulty_workflow(tmp_path):
    faulty = tmp_path / "faulty.yml"
    faulty.write_text("on: push\njobs: {test: {steps: [{run: make test}]}}\n")
    assert "runs-on" in schema_errors(faulty)
    steps = [{"run": "if true; then"}, {"run": "make nonsense"}, {"run": "Scripts/nonsense.sh now"}]
    problems = run_problems({"steps": steps})
    assert "syntax error" in problems[0]
    assert problems[1:] == ["make nonsense", "Scripts/nonsense.sh"]


@pytest.mark.parametrize("name, pattern", [("apple.yml", "*/*.xcodeproj"), ("linux.yml", "*/Package.swift")])
def test_builds_every_example(name, pattern):
    job = load(ROOT / ".github/workflows" / name)["jobs"]["examples"]
    examples = {path.parent.name for path in (ROOT / "Examples").glob(pattern)}
    assert set(matrix_values(job, "matrix.example")) == examples


def test_tests_every_platform():
    job = load(ROOT / ".github/workflows/apple.yml")["jobs"]["sdk"]
    script = runpy.run_path(str(ROOT / "Scripts/test-apple-platform.py"))
    assert matrix_values(job, "matrix.platform") == ["macOS", *script["SIMULATORS"]]


def test_chooses_newest_simulator_of_sdk():
    newest_device = runpy.run_path(str(ROOT / "Scripts/test-apple-platform.py"))["newest_device"]
    runtime = "com.apple.CoreSimulator.SimRuntime."
    listing = {
        "devices": {
            f"{runtime}iOS-18-5": [{"udid": "old", "isAvailable": True}],
            f"{runtime}iOS-26-4": [{"udid": "broken", "isAvailable": False}, {"udid": "new", "isAvailable": True}],
            f"{runtime}iOS-27-0": [{"udid": "too new", "isAvailable": True}],
            f"{runtime}xrOS-26-4": [{"udid": "headset", "isAvailable": True}],
            f"{runtime}tvOS-26-4": [],
        }
    }
    assert newest_device(listing, "iOS", "26.4") == "new"
    assert newest_device(listing, "iOS", "18.6") == "old"
    assert newest_device(listing, "xrOS", "26.4") == "headset"
    assert newest_device(listing, "tvOS", "26.4") is None


@pytest.fixture(scope="session")
def package():
    command = ["swift", "package", "--package-path", ROOT, "dump-package"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=300).stdout)


def system_libraries(package: dict, target: str) -> set[str]:
    """Returns the system libraries that a target needs."""
    targets = {entry["name"]: entry for entry in package["targets"]}
    found, pending, seen = set(), [target], set()
    while pending:
        name = pending.pop()
        if name in seen or name not in targets:
            continue
        seen.add(name)
        if targets[name]["type"] == "system":
            found.add(name)
        pending += [dependency["byName"][0] for dependency in targets[name]["dependencies"] if "byName" in dependency]
    return found


# The products for APIs, which no app links.
BACKEND = {"GatehouseVerifier", "GatehouseHummingbird"}


def sdk_products(package: dict) -> set[str]:
    """Returns the library products for apps: those that need no system library."""
    libraries = [entry for entry in package["products"] if "library" in entry["type"]]
    return {
        entry["name"]
        for entry in libraries
        if not any(system_libraries(package, target) for target in entry["targets"])
    } - BACKEND


def names_in_scheme(section: str) -> set[str]:
    references = ElementTree.parse(SCHEME).getroot().find(section).iter("BuildableReference")
    return {reference.get("BlueprintIdentifier") for reference in references}


def test_scheme_builds_sdk_and_tests_without_system_libraries(package):
    assert names_in_scheme("BuildAction") == sdk_products(package)
    tests = names_in_scheme("TestAction")
    kinds = {entry["name"]: entry["type"] for entry in package["targets"]}
    assert {name: kinds.get(name) for name in tests} == dict.fromkeys(tests, "test")
    assert {name: system_libraries(package, name) for name in tests} == dict.fromkeys(tests, set())


def test_packaging_covers_sdk(package):
    script = (ROOT / "Scripts/make-xcframework.sh").read_text()
    products = set(re.search(r"^products=\((.*)\)$", script, re.MULTILINE)[1].split())
    interfaces = set(re.search(r"^interfaces=\((.*)\)$", script, re.MULTILINE)[1].split())
    assert products == sdk_products(package)
    podspec = (ROOT / "Gatehouse.podspec").read_text()
    frameworks = set(re.search(r"%w\[(.*)\]", podspec)[1].split())
    assert frameworks | set(re.findall(r'"(\w+)\.xcframework"', podspec)) == products | interfaces
    version = re.search(r'version: "(.*)"', (ROOT / "Sources/GatehouseCommands/GatehouseCommand.swift").read_text())[1]
    assert f'spec.version = "{version}"' in podspec
    check = (ROOT / "Scripts/check-api.sh").read_text()
    compared = set(re.search(r"^products=\((.*)\)$", check, re.MULTILINE)[1].split())
    assert compared == sdk_products(package) | BACKEND | {"GatehouseTesting"}


def test_packaging_requires_the_same_systems(package):
    podspec = (ROOT / "Gatehouse.podspec").read_text()
    names = {"ios": "ios", "macos": "osx", "tvos": "tvos", "watchos": "watchos", "visionos": "visionos"}
    for platform in package["platforms"]:
        minimum = f'spec.{names[platform["platformName"]]}.deployment_target = "{platform["version"]}"'
        assert minimum in podspec


def test_api_check_says_that_it_is_skipped(tmp_path):
    """Without a release tag there is no baseline."""
    (tmp_path / "Scripts").mkdir()
    script = tmp_path / "Scripts" / "check-api.sh"
    script.write_text((ROOT / "Scripts/check-api.sh").read_text())
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    done = subprocess.run(["bash", script], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr.startswith("SKIPPED: there is no release tag")
