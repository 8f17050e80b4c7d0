import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line, whatever the terminal: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => results.filter((each) => each === state).length;
    const failed = count("failed") + broken + errors.length;
    const skipped = results.length - count("passed") - count("failed");
    process.stdout.write(`\n${count("passed")} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
