#!/usr/bin/env python3
"""Recomputes the hashes of folders from the descriptions of their formats, with nothing but Python's own library.

Usage: hashes.py FOLDER...

Prints one line of JSON a folder:
  sha256           digest of the directory manifest `skills-anywhere-bundle-1`
  document_sha256  SHA-256 of its text as it is written
  computedHash     content hash of the skill-set format
The folder is taken to be within the limits of the formats.
"""

import hashlib
import json
import os
import stat
import sys
import unicodedata

SCHEMA = "skills-anywhere-bundle-1"
SKIPPED_FOLDERS = {".git", "node_modules"}  # by `computedHash` alone


def regular_files(folder):
    """Path from the folder, with slashes, and content of every regular file."""
    for above, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(above, name)
            if stat.S_ISREG(os.lstat(file).st_mode):
                with open(file, "rb") as opened:
                    yield os.path.relpath(file, folder).replace(os.sep, "/"), opened.read()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def directory_manifest(files):
    # UTF-16 code units in big-endian bytes have the order of the units themselves.
    ordered = sorted(files, key=lambda file: file[0].encode("utf-16-be"))
    rows = [{"path": path, "bytes": len(data), "sha256": sha256(data)} for path, data in ordered]
    identity = [SCHEMA, [[row["path"], row["bytes"], row["sha256"]] for row in rows]]
    compact = json.dumps(identity, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(compact.encode())
    total = sum(row["bytes"] for row in rows)
    document = {"schema": SCHEMA, "sha256": digest, "total_bytes": total, "files": rows}
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return digest, sha256(text.encode())


def computed_hash(files):
    counted = [
        (unicodedata.normalize("NFC", path).encode(), data)
        for path, data in files
        if not SKIPPED_FOLDERS.intersection(path.split("/")[:-1])
    ]
    framed = hashlib.sha256()
    for path, data in sorted(counted):
        framed.update(path + b"\0" + data + b"\0")
    return framed.hexdigest()


for folder in sys.argv[1:]:
    found = list(regular_files(folder))
    digest, document = directory_manifest(found)
    print(json.dumps({"sha256": digest, "document_sha256": document, "computedHash": computed_hash(found)}))
