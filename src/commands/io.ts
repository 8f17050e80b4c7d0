import type { Paint } from "../terminal.ts";

/** Everything a command needs of the process that runs it. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows one changing line on a terminal; does nothing elsewhere. */
  readonly progress: (text: string) => void;
  readonly paint: Paint;
  /** Asks whoever sits at the terminal whether to go on; undefined where nobody does. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** From now on a signal that asks the process to end does not end it, but aborts what is returned. A second one ends it. */
  readonly ended: () => AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the project: absolute, where configuration is looked for. */
  readonly project: string;
  /** Folder the user stood in when starting the command: absolute; paths on the command line are relative to it. */
  readonly invokedFrom: string;
}
