import { asker } from "./asker.ts";
import { join } from "node:path";
import type { FileTree } from "fs-fixture";
import { onTestFinished } from "vitest";
import type { Composition, Request } from "../../src/publication/compose.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { plainRequest } from "./request.ts";
import { serveFolder } from "./server.ts";
import { folder } from "./skill.ts";

/** A publication on disk, removed when the test is over. */
export interface Composed extends Composition {
  /** Absolute path of the source folder. */
  readonly source: string;
  /** Absolute path of the folder that would be served. */
  readonly root: string;
}

type Options = Partial<Omit<Request, "source" | "origin">>;

/** Composes and verifies the publication of these skills. */
export async function composed(skills: FileTree, options: Options = {}): Promise<Composed> {
  const place = await folder({ skills });
  return compose(place.path, "https://docs.example.com", options);
}

/** Composes the publication of these skills, and serves it on a loopback port until the test is over. */
export async function served(skills: FileTree, options: Options = {}): Promise<Composed> {
  const place = await folder({ skills });
  const server = await serveFolder(join(place.path, "public"));
  onTestFinished(() => server.close());
  return compose(place.path, server.origin, options);
}

async function compose(place: string, origin: string, options: Options): Promise<Composed> {
  const source = join(place, "skills");
  const root = join(place, "public");
  return {
    ...(await composeVerified({ ...plainRequest(source, origin), ...options }, root, asker)),
    source,
    root,
  };
}
