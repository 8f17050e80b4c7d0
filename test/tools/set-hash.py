"""Recomputes set hashes of skill-set (draft) with nothing of ours: reads a JSON list of the texts of locks, prints the hash of each."""
import hashlib, json, sys

def members(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        sys.exit("a key is there twice")
    return dict(pairs)

for text in json.loads(sys.stdin.buffer.read().decode("utf-8")):
    lock = json.loads(text, object_pairs_hook=members)
    total = hashlib.sha256()
    for locator in sorted(lock["skills"], key=lambda each: each.encode("utf-8")):
        total.update((locator + "\n" + lock["skills"][locator]["computedHash"] + "\n").encode("utf-8"))
    print(total.hexdigest())
