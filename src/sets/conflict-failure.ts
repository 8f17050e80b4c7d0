import type { Claim, Conflict } from "./claims.ts";
import { places } from "./places.ts";
import { SetFailure } from "./set-failure.ts";

/** A folder with something in it that no set asked for; `found` is its content hash, or what is there instead. */
export type Occupied = Conflict & { readonly found: string };

/** Tells what cannot be in a project at the same time, all of it. `set` is the one that was to be installed. */
export function conflictFailure(
  set: string,
  conflicts: readonly Conflict[],
  occupied: readonly Occupied[],
): SetFailure {
  const lines = [
    ...conflicts.map(({ about, claims }) => `${nameOf(about)}: ${claims.map(claimText).join(", ")}`),
    ...occupied.map(
      ({ about, claims, found }) =>
        `${nameOf(about)}: ${"skill" in about ? places.skill(about.skill) : ""} is there with other content (${found}); ${claims.map(claimText).join(", ")}`,
    ),
  ];
  const hint =
    conflicts.length > 0
      ? "A project holds one content of a skill. Agree on one version, or remove one of the sets. Nothing was installed."
      : "Move the folder away, or remove it, when it may be replaced. Nothing was installed.";
  const data = [...conflicts, ...occupied].map((each) => ({
    ...each.about,
    claims: each.claims.map(({ set: by, locator, from, hash }) => ({
      set: by,
      locator,
      ref: from.ref,
      computedHash: hash,
    })),
    ...("found" in each ? { found: each.found } : {}),
  }));
  return new SetFailure("conflict", `\`${set}\` cannot be installed here`, {
    details: lines,
    hint,
    data: { name: set, conflicts: data },
  });
}

function nameOf(about: Conflict["about"]): string {
  return "skill" in about ? `the skill \`${about.skill}\`` : `the source ${about.source}`;
}

function claimText({ set, locator, hash }: Claim): string {
  return `\`${set}\` wants ${locator}${hash === undefined ? "" : ` (${hash})`}`;
}
