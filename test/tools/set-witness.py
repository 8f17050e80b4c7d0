"""The hashes of skill-set (draft) by nothing of ours: reads {locator: {"path", "base64"}} from standard input, where each is
an artifact as it is served, and prints {"members": {locator: hash}, "setHash": hash}."""
import base64, hashlib, io, json, sys, tarfile, unicodedata

def files(path, data):
    if not path.endswith(".tar.gz"):
        return [("SKILL.md", data)]
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return [(each.name, archive.extractfile(each).read()) for each in archive if each.isfile()]

def content_hash(entries):
    whole = hashlib.sha256()
    for name, data in sorted((unicodedata.normalize("NFC", name).encode(), data) for name, data in entries):
        whole.update(name + b"\0" + data + b"\0")
    return whole.hexdigest()

asked = json.load(sys.stdin)
members = {locator: content_hash(files(each["path"], base64.b64decode(each["base64"]))) for locator, each in asked.items()}
total = hashlib.sha256()
for locator in sorted(members, key=lambda text: text.encode()):
    total.update(f"{locator}\n{members[locator]}\n".encode())
print(json.dumps({"members": members, "setHash": total.hexdigest()}))
