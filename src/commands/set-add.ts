import { parseLocator } from "../skill-set/locator.ts";
import { type Acquired, acquire, parseSource } from "../sets/acquire.ts";
import { addSet, type Added, judgeNew, vouchedBy, wantedOf } from "../sets/add.ts";
import { places, SETS } from "../sets/places.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { type Client, findClient } from "../verify/client.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { columns, short } from "./set-text.ts";
import { count } from "./summary.ts";

/** Adds a set to the project: shows what it is and who serves it, asks, installs its members, and keeps its documents. */
export async function setAdd({ operand, flags, io, say }: SetCommand): Promise<Added> {
  const source = parseSource(operand ?? "", flags.hash, io.invokedFrom);
  const acquired = await acquire(source);
  const client = findClient(io.project);
  say(summary(acquired, client));
  judgeNew(io.project, acquired);
  if (flags.yes !== true) await confirm(acquired, io.ask);

  const stop = io.ended();
  const progress = (locator: string) => io.progress(`installing ${visible(locator)}`);
  const added = await addSet(acquired, { project: io.project, client, environment: io.environment, stop, progress });
  io.progress("");
  say(ending(added));
  return added;
}

/** What a person has to know before anything is installed. */
function summary(acquired: Acquired, client: Client): string {
  const { manifest, address, lock } = acquired;
  const rows = wantedOf(acquired).map(({ locator, skill, hash }) => [
    skill ?? "(not named)",
    servedBy(locator),
    hash === undefined ? "no hash" : short(hash),
  ]);
  const { author, description } = manifest;
  return [
    `Set ${manifest.name} ${manifest.version}, from ${visible(address)}\n`,
    ...(description === undefined || description === "" ? [] : [`  ${visible(description)}\n`]),
    ...(author
      ? [
          `  by ${visible([author.name, author.organization, author.url].filter(Boolean).join(", "))} (as the set says)\n`,
        ]
      : []),
    `\n${count(manifest.skills.length, "member")}, fetched with ${client.what}:\n`,
    columns([["skill", "from", "content"], ...rows]),
    `\n${VOUCHED[vouchedBy(acquired) ?? "none"]}\n`,
    ...(lock ? [`The set hash is ${lock.value.setHash}.\n`] : []),
    "\n",
  ].join("");
}

const VOUCHED = {
  both: "Every member must be what the lock beside the set says, and the lock is the one that your pin names.",
  sidecar:
    "Every member must be what the lock beside the set says. The lock comes from the same host: whoever controls it can change both.",
  hash: "The members together must have the hash that your pin names.",
  none: "NOT VERIFIED: the set has no lock, and you gave no pin. Whatever the hosts above serve now is taken.",
} as const;

/** Where a member comes from, with what is not encrypted marked. */
function servedBy(locator: string): string {
  const { source, ref } = parseLocator(locator);
  const at = ref === undefined ? source : `${source} at ${ref}`;
  return /^(?:http|git):/i.test(source) ? `${at} (not encrypted)` : at;
}

async function confirm({ manifest }: Acquired, ask: SetCommand["io"]["ask"]): Promise<void> {
  const hint = "Nothing was installed. Say yes, or give `--yes`.";
  if (!ask)
    throw new SetFailure(
      "unconfirmed",
      `whether to install \`${manifest.name}\` has to be confirmed, and there is no terminal`,
      { hint },
    );
  if (!(await ask(`Install ${manifest.name}?`)))
    throw new SetFailure("unconfirmed", `\`${manifest.name}\` was not confirmed`, { hint });
}

function ending({ name, verified, install: { installed, skipped } }: Added): string {
  const rows = installed.map(({ skill, computedHash }) => ["+", places.skill(skill), short(computedHash)]);
  return [
    columns([...rows, ...skipped.map((locator) => ["=", visible(locator), "was there already"])]),
    `\nAdded ${name}: ${count(installed.length, "skill")} installed, ${skipped.length} there already. Its documents are in ${places.set(name)}/.\n`,
    verified === null
      ? "NOT VERIFIED: there is no lock, so `skillpress set verify` can tell only whether the folders are there.\n"
      : `Commit ${SETS}/ and what was installed, and run \`npx skillpress set verify --frozen\` in CI.\n`,
  ].join("");
}
