import { createRandom } from '@millrace/test-support/random';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seed of a random order of the files, which finds tests that depend on those before. */
const seed = process.env.MILLRACE_TEST_ORDER;

/** Test files that take half a minute or more, mostly waiting for other processes, longest first. */
const slow = [
  'testing/forges/gitea.deep.test.ts',
  'npm-package.deep.test.ts',
  'cluster/stop-without-database.postgres.deep.test.ts',
  'container-image.deep.test.ts',
  'cluster/start-together.postgres.deep.test.ts',
  'cluster/crash-with-forge.postgres.deep.test.ts',
  'pipelines/pipelines.test.ts',
  'pipelines/exec.test.ts',
  'pipelines/replay.test.ts',
  'docker/docker-engine.test.ts',
  'terminals-in-builds.test.ts',
  'pause-in-docker.test.ts',
  'logs/moved-logs-crash.test.ts',
  'import/import-crash.test.ts',
  'commands/runner.test.ts',
  'cluster/crash.postgres.test.ts',
  'terminals/terminals-crash.test.ts',
];

/**
 * Test files whose threads use much memory, which Node does not free. It slows down later starts of
 * processes.
 */
const memoryHungry = [
  'pipeline-files/pipeline-reader.test.ts',
  'test-reports/report-parser.test.ts',
  'scan/log-scanner.test.ts',
];

/**
 * Runs the slowest files first, so that no single one is left at the end. Then runs project after project,
 * because a worker restarts when the project changes. Runs the files that use much memory last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (seed) return this.shuffle(files, Number(seed));
    const rankOf = ({ moduleId }: TestSpecification) => {
      const isOneOf = (end: string) => moduleId.endsWith(`/${end}`);
      const at = slow.findIndex(isOneOf);
      if (at >= 0) return at;
      return memoryHungry.some(isOneOf) ? slow.length + 1 : slow.length;
    };
    return (await super.sort(files)).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }

  /** Still runs project after project. */
  private shuffle(files: TestSpecification[], number: number): TestSpecification[] {
    const random = createRandom(number);
    const positions = new Map(
      files
        .toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
        .map((file) => [file, random.upTo(1)]),
    );
    const positionOf = (file: TestSpecification) => positions.get(file) ?? 0;
    return files.toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || positionOf(a) - positionOf(b),
    );
  }
}
