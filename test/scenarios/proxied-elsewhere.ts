import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredMd } from "../tools/site.ts";

export const scenarios: readonly Scenario[] = [
  {
    title: "artifacts that are asked of a host that lacks them",
    rows: ["fault of a host", "artifact missing"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides")]),
    answer: ({ path, host }, good, { elsewhere }) => {
      if (!path.startsWith("skills/")) return good;
      return host.startsWith("localhost")
        ? { status: 302, headers: { location: `${elsewhere}/${path}` }, body: Buffer.alloc(0) }
        : { status: 404, headers: { "content-type": "text/plain" }, body: Buffer.from("not here\n") };
    },
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { tides: { ...failed("cross-origin", "missing"), diagnosis: "proxied-elsewhere" } },
    },
  },
];
