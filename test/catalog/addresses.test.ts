import { expect, test } from "vitest";
import { addresses, link, site } from "../../src/catalog/addresses.ts";

test.each([
  ["https://docs.example.com", "/agent-skills/", "docs.example.com"],
  ["https://docs.example.com/base/path", "/base/path/agent-skills/", "docs.example.com/base/path"],
  ["http://localhost:4321", "/agent-skills/", "localhost:4321"],
])("pages of %s link to each other below its base path", (origin, home, name) => {
  const { home: address, checklistPage } = addresses({ origin });
  expect(address).toBe(`${origin}/agent-skills/`);
  expect(link(address)).toBe(home);
  expect(link(checklistPage)).toBe(`${home}-/checklist/`);
  expect(site({ origin, title: null })).toBe(name);
  expect(site({ origin, title: "Harbour" })).toBe("Harbour");
});
