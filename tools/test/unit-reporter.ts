import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

const maxExitMs = 30_000;

/**
 * Writes the results of unit tests with what the JSON reporter of vitest omits: the project of a file, and
 * the reason why a test was skipped. `MILLRACE_TEST_REPORT` names the file; `tools/test/reports.mjs` reads it.
 */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report = {
      errors: unhandled.map(({ message }) => message),
      files: modules.map(describeModule),
    };
    writeFileSync(String(process.env.MILLRACE_TEST_REPORT), JSON.stringify(report));
    setTimeout(exitWithError, maxExitMs).unref();
  }
}

/** Vitest waits without limit for a process that a test left and that holds the output of a worker open. */
function exitWithError(): void {
  const seconds = maxExitMs / 1000;
  process.stderr.write(
    `vitest did not end within ${seconds} s after its last test: a test left a process running.\n`,
  );
  process.exit(1);
}

function describeModule(module: TestModule) {
  const { collectDuration, duration, environmentSetupDuration } = module.diagnostic();
  const suites = [...module.children.allSuites()];
  return {
    path: module.moduleId,
    project: module.project.name,
    seconds: (collectDuration + duration + environmentSetupDuration) / 1000,
    hasEnded: ['passed', 'failed', 'skipped'].includes(module.state()),
    errors: [module, ...suites].flatMap((part) => part.errors().map(({ message }) => message)),
    tests: [...module.children.allTests()].map(describeTest),
  };
}

function describeTest(test: TestCase) {
  const titles = [test.name];
  for (let above = test.parent; above.type === 'suite'; above = above.parent)
    titles.unshift(above.name);
  const result = test.result();
  const { skipReason } = test.meta() as { skipReason?: string };
  return {
    titles,
    // A test without a result was interrupted by the end of its worker.
    status: result.state === 'pending' ? 'failed' : result.state,
    errors: result.errors?.map(({ message, diff, stacks }) => {
      const [at] = stacks ?? [];
      return [message, diff, at && `at ${at.file}:${at.line}`].filter(Boolean).join('\n');
    }),
    reason:
      result.state === 'skipped' ? (result.note ?? skipReason ?? findReason(titles)) : undefined,
  };
}

/** Finds the reason in parentheses in a title: `the docker engine (Docker is not reachable)`. */
function findReason(titles: string[]): string | undefined {
  return titles.flatMap((title) => /\((?:skipped: )?(.+)\)/.exec(title)?.[1] ?? []).at(-1);
}
