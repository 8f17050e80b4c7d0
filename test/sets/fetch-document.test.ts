import { expect, test } from "vitest";
import { fetchDocument, NoDocument } from "../../src/sets/fetch-document.ts";

test("a name that is never resolved is not waited for longer than an answer", async () => {
  const never = () => new Promise<never>(() => undefined);
  const fetching = fetchDocument("https://h.example/sky.skill-set.json", 20, never);
  await expect(fetching).rejects.toThrow(new NoDocument("the time for it was over"));
});
