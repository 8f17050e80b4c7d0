import { places } from "../sets/places.ts";
import { leftOver, planRemoval, type RemovalPlan, removeSet } from "../sets/remove.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { removalOf } from "./set-text.ts";

/** Removes a set, and leaves every folder of a skill to whoever works here. */
export async function setRemove({ operand, flags, io, say }: SetCommand): Promise<object> {
  if (operand === undefined) throw new SetFailure("usage", "`set remove` needs the name of a set");
  const plan = planRemoval(io.project, operand);
  say(planText(plan));
  if (flags.yes !== true) {
    const hint = "Nothing was removed. Say yes, or give `--yes`.";
    if (!io.ask)
      throw new SetFailure(
        "unconfirmed",
        `whether to remove \`${plan.name}\` has to be confirmed, and there is no terminal`,
        { hint },
      );
    if (!(await io.ask(`Remove ${plan.name}?`)))
      throw new SetFailure("unconfirmed", `\`${plan.name}\` was not confirmed`, { hint });
  }
  removeSet(io.project, plan.name);
  say(`Removed ${plan.name}.\n`);
  for (const file of leftOver(io.project, plan.name))
    say(`  ${visible(file)} was not written by this tool and is left.\n`);
  const unclaimed = plan.unclaimed.map((skill) => ({ skill, reason: "left to you: no set claims it any more" }));
  return { name: plan.name, removed: true, skillsRemoved: [], skillsKept: [...plan.kept, ...unclaimed] };
}

function planText({ name, unclaimed, kept }: RemovalPlan): string {
  return [
    `Removing ${name} takes away ${places.manifest(name)} and its lock. No skill is removed.\n`,
    ...kept.map(
      (each) => `  = ${visible("skill" in each ? places.skill(each.skill) : each.member)}: ${visible(each.reason)}\n`,
    ),
    ...(unclaimed.length === 0
      ? []
      : [
          "No set claims these any more. To remove them too:\n",
          ...unclaimed.map((skill) => `  ${removalOf(skill)}\n`),
        ]),
  ].join("");
}
