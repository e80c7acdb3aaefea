#!/usr/bin/env bash
# Creates a Python virtual environment: make-venv.sh FOLDER REQUIREMENTS [REQUIREMENTS-WITHOUT-DEPENDENCIES]
set -euo pipefail
folder=$1 requirements=$2 alone=${3:-}

# Uses the first Python with venv; Debian's python3-venv belongs to /usr/bin/python3.
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        rm -rf "$folder"
        "$python" -m venv "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements"
        [[ -z "$alone" ]] ||
            "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --requirement "$alone"
        exit 0
    fi
done
echo "No Python 3.10 or later with venv was found; on Debian: apt-get install python3-venv" >&2
exit 1
