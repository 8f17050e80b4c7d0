import { expect, test } from "vitest";
import { isPage } from "../../../src/verify/served/judgement.ts";

const page = (text: string, contentType: string | null = null) => isPage({ bytes: Buffer.from(text), contentType });

test.each([
  "<!doctype html>",
  "\uFEFF\n <!DOCTYPE HTML><p>",
  "<html lang=en>",
  "<!-- a --> <!-- <!-- b --> \n<!doctype html>",
  `${"<!---->".repeat(500)}<html>`,
])("a page is one by its beginning: %s", (text) => {
  expect(page(text)).toBe(true);
});

test.each(["", "<!-- never closed <html>", "<!-- a --> # Title", "<htmlx>", "# <html>", "---\nname: x\n---\n<html>"])(
  "other text is no page: %s",
  (text) => {
    expect(page(text)).toBe(false);
  },
);

// Each comment doubled the time of an expression that could end it in two places: forty would not end today.
test.each(["<!---->".repeat(585), "<!-- --> ".repeat(450), "<!--".repeat(1000)])(
  "thousands of comments are read to their end",
  (comments) => {
    expect(page(`${comments}x`)).toBe(false);
    expect(page(`${comments}x`, "text/html")).toBe(true);
  },
);
