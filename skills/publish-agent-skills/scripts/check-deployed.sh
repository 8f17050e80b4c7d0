#!/bin/sh
# Checks what an origin really serves: both indexes, every artifact's SHA-256, every archive's listing.
#
#   sh scripts/check-deployed.sh ORIGIN [BUILT]
#
#   ORIGIN  the address given to `skillpress build --origin`, for example https://docs.example.com
#   BUILT   the folder that was built and deployed; the served index must equal the one in it
#
# Exit: 0 everything agrees; 1 something served is wrong; 2 wrong usage, a missing tool, or no answer.
# Needs sh, curl, GNU tar or bsdtar, gzip, awk, and sha256sum or shasum. Writes only to a temporary folder.

set -eu
LC_ALL=C
export LC_ALL
unset TAR_OPTIONS

index_path=.well-known/agent-skills/index.json
schema=https://schemas.agentskills.io/discovery/0.2.0/schema.json
problems=0
unanswered=0

stop() {
  printf 'check-deployed: %s\n' "$1" >&2
  exit 2
}

good() { printf 'ok    %s\n' "$1"; }

problem() {
  problems=$((problems + 1))
  printf 'FAIL  %s\n' "$1"
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# download URL FILE [curl options]: sets $status, which is 000 when there was no complete answer.
# Callers pass --compressed to get the bytes that a client gets, after any Content-Encoding is undone.
download() {
  address=$1
  file=$2
  shift 2
  : >"$file"
  if status=$(curl -q -sS -L -g --proto "=$scheme" --proto-redir "=$scheme" --connect-timeout 20 --max-time 300 \
    --retry 2 --max-filesize 67108864 "$@" -o "$file" -w '%{http_code}' --url "$address" 2>"$work/error" </dev/null); then
    return 0
  fi
  status=000
}

# fetch LABEL URL FILE: downloads, and reports everything but a 200.
fetch() {
  download "$2" "$3" --compressed
  case $status in
    200) return 0 ;;
    000)
      unanswered=$((unanswered + 1))
      printf 'FAIL  %s: no complete answer: %s\n' "$1" "$(head -n 1 "$work/error" | tr -cd '[:print:]')"
      ;;
    *) problem "$1: HTTP $status for $2" ;;
  esac
  return 1
}

# Reads the pretty-printed index and prints "name type digest url" for each entry.
# Anything that it does not recognise is an error, so a cut or rewritten index never passes as a shorter one.
read_index() {
  awk -v wanted="$schema" '
    function bad(why) { if (!failed) print "line " NR ": " why; failed = 1; exit 1 }
    function entry(   digest) {
      if (fields != 5 || !("name" in field && "type" in field && "description" in field && "url" in field && "digest" in field))
        bad("an entry needs exactly name, type, description, url and digest")
      if (field["name"] !~ /^[a-z0-9-]+$/ || length(field["name"]) > 64) bad("bad name")
      if (field["name"] in seen) bad("second entry named " field["name"])
      if (field["type"] != "skill-md" && field["type"] != "archive") bad("unknown type in " field["name"])
      digest = field["digest"]
      if (length(digest) != 71 || digest !~ /^sha256:[0-9a-f]+$/) bad("bad digest in " field["name"])
      if (field["url"] !~ /^https?:\/\/[A-Za-z0-9._~:\/%-]+$/) bad("bad url in " field["name"])
      seen[field["name"]] = 1
      print field["name"], field["type"], digest, field["url"]
    }
    BEGIN { state = "start" }
    { sub(/^[ \t]+/, ""); sub(/[ \t\r]+$/, "") }
    $0 == "" { next }
    /^"[^"\\]+": "([^"\\]|\\.)*",?$/ {
      key = substr($0, 2); sub(/": .*/, "", key)
      text = $0; sub(/^"[^"\\]+": "/, "", text); sub(/",?$/, "", text)
      if (state == "top" && key == "$schema") { found = text; next }
      if (state != "entry" || key in field) bad("unexpected " key)
      field[key] = text; fields++
      next
    }
    $0 == "{" && state == "start" { state = "top"; next }
    $0 == "{" && state == "list" { state = "entry"; fields = 0; split("", field); next }
    /^},?$/ && state == "entry" { entry(); state = "list"; next }
    /^"skills": \[$/ && state == "top" { state = "list"; next }
    /^"skills": \[\],?$/ && state == "top" { next }
    /^\],?$/ && state == "list" { state = "top"; next }
    $0 == "}" && state == "top" { state = "end"; next }
    { bad("not an index as skillpress writes it") }
    END {
      if (failed) exit 1
      if (state != "end") bad("the index is cut short")
      if (found != wanted) bad("$schema is not " wanted)
    }
  ' "$1"
}

# explain NAME TYPE HEX URL: says why the bytes of $work/artifact are not the promised ones.
explain() {
  if head -c 512 "$work/artifact" | grep -qi '<!doctype html\|<html'; then
    problem "$1: the host answers with a web page instead of the file"
    return
  fi
  download "$4" "$work/raw"
  if [ "$status" = 200 ] && [ "$(sha256 "$work/raw")" = "$3" ]; then
    problem "$1: sent with a Content-Encoding that clients undo; serve $4 without it"
    return
  fi
  if [ "$2" = skill-md ]; then
    tr -d '\r' <"$work/artifact" >"$work/raw"
    if [ "$(sha256 "$work/raw")" = "$3" ]; then
      problem "$1: line endings were turned into CRLF on the way"
      return
    fi
  fi
  problem "$1: digest mismatch: index $3, served $(sha256 "$work/artifact")"
}

# check_archive NAME: lists $work/artifact without unpacking it.
check_archive() {
  before=$problems
  if ! gzip -t <"$work/artifact" 2>/dev/null || ! tar -tzf - <"$work/artifact" >"$work/names" 2>/dev/null ||
    ! tar -tvzf - <"$work/artifact" >"$work/long" 2>/dev/null; then
    problem "$1: not a readable .tar.gz"
    return
  fi
  grep -qx 'SKILL\.md' "$work/names" || problem "$1: no SKILL.md at the root of the archive"
  # tar prints a backslash in a name as two.
  if grep -Eq '^/|^[A-Za-z]:|(^|/)\.\.?(/|$)|\\\\' "$work/names"; then problem "$1: unsafe path in the archive"; fi
  if grep -qv '^-' "$work/long"; then problem "$1: the archive holds something else than plain files"; fi
  if [ -n "$(sort "$work/names" | uniq -d)" ]; then problem "$1: a path occurs twice in the archive"; fi
  if [ "$problems" -eq "$before" ]; then good "$1: archive, $(($(wc -l <"$work/names"))) files"; fi
}

# check_skill NAME TYPE DIGEST URL
check_skill() {
  case $4 in
    "$host"/*) ;;
    *)
      problem "$1: its url is not on $host but $4 (was the build made with another --origin?)"
      return
      ;;
  esac
  fetch "$1" "$4" "$work/artifact" || return 0
  hashed=$((hashed + 1))
  if [ "$(sha256 "$work/artifact")" != "${3#sha256:}" ]; then
    explain "$1" "$2" "${3#sha256:}" "$4"
  elif [ "$2" = archive ]; then
    check_archive "$1"
  else
    good "$1: SKILL.md"
  fi
}

if [ $# -lt 1 ] || [ $# -gt 2 ]; then stop 'usage: sh scripts/check-deployed.sh ORIGIN [BUILT]'; fi
base=${1%/}
built=${2-}
case $base in
  *[!A-Za-z0-9.:/_~%-]*) stop "not a plain address: give it without user, query and fragment" ;;
  */index.json) stop "give the origin, not the address of the index" ;;
  https://?*) scheme=https ;;
  http://localhost | http://localhost[:/]* | http://127.0.0.1 | http://127.0.0.1[:/]*) scheme=http ;;
  *) stop "ORIGIN must start with https:// (or be http://localhost for a preview)" ;;
esac
host=${base#*://}
host=$scheme://${host%%/*}
if [ -n "$built" ] && [ ! -f "$built/$index_path" ]; then stop "no $index_path below $built"; fi
for tool in curl tar gzip awk; do
  command -v "$tool" >/dev/null 2>&1 || stop "$tool is missing"
done
case $(tar --version 2>/dev/null || true) in
  *'GNU tar'* | *bsdtar*) ;;
  *) stop 'this tar hides unsafe paths in its listings: install GNU tar or bsdtar' ;;
esac
command -v sha256sum >/dev/null 2>&1 || command -v shasum >/dev/null 2>&1 || stop 'sha256sum or shasum is missing'

work=$(mktemp -d) || stop 'cannot make a temporary folder'
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

listed=0
hashed=0
if fetch 'root index' "$base/$index_path" "$work/index"; then
  if ! read_index "$work/index" >"$work/entries"; then
    problem "root index: $(tail -n 1 "$work/entries")"
    : >"$work/entries"
  else
    listed=$(($(wc -l <"$work/entries")))
    if [ "$listed" -eq 0 ]; then problem 'root index: it lists no skill'; fi
  fi
  if [ -n "$built" ]; then
    if cmp -s "$work/index" "$built/$index_path"; then
      good "root index: the one in $built"
    else
      problem "root index: not the one in $built (an old deploy, a cache, or another build)"
    fi
  fi
  if fetch 'install index' "$base/agent-skills/$index_path" "$work/scoped"; then
    if cmp -s "$work/index" "$work/scoped"; then
      good 'install index: same bytes as the root index'
    else
      problem 'install index: differs from the root index'
    fi
  fi
  while read -r name type digest url; do
    check_skill "$name" "$type" "$digest" "$url"
  done <"$work/entries"
  download "$base/agent-skills/-/no-such-file-$$" "$work/missing"
  case $status in
    404 | 410) good 'a missing file answers 404' ;;
    000) unanswered=$((unanswered + 1)) ;;
    *) problem "a missing file answers $status instead of 404" ;;
  esac
fi

printf '%s listed, %s hashed, %s wrong, %s without an answer\n' "$listed" "$hashed" "$problems" "$unanswered"
if [ "$problems" -gt 0 ]; then exit 1; fi
if [ "$unanswered" -gt 0 ]; then exit 2; fi
if [ -n "$built" ]; then
  printf 'The origin serves what is in %s.\n' "$built"
else
  printf 'The index and its artifacts agree. Name the built folder to learn whether they are yours.\n'
fi
