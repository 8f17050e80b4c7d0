import type { Asker } from "../../src/verify/staged.ts";
import { REPOSITORY } from "./program.ts";

/** Somebody who asks for a publication and listens to nothing. */
export const asker: Asker = { project: REPOSITORY, environment: process.env, say: () => undefined };
