import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They wait for servers and processes of others for half a minute or more, the longest first. */
const longest = [
  'testing/forges/gitea.deep.test.ts',
  'npm-package.deep.test.ts',
  'cluster/stop-without-database.postgres.deep.test.ts',
  'logs/moved-logs-deaths.test.ts',
  'container-image.deep.test.ts',
  'cluster/start-together.postgres.deep.test.ts',
  'cluster/deaths-with-forge.postgres.deep.test.ts',
  'cluster/deaths.postgres.test.ts',
  'pipelines/pipelines.test.ts',
  'docker/docker-engine.test.ts',
  'commands/runner.test.ts',
  'many-crons.test.ts',
  'locked-database.test.ts',
  'forks-matrix.test.ts',
];

/** Node keeps the memory of the threads that they fill, which makes each start of a process slower. */
const hungry = [
  'pipeline-files/pipeline-reader.test.ts',
  'test-reports/report-parser.test.ts',
  'scan/log-scanner.test.ts',
];

/**
 * What takes long begins first, so that no core is left with it alone; else project after project, as a
 * worker starts anew for another one. Those that others should not come after are last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const isOneOf = (end: string) => moduleId.endsWith(`/${end}`);
      const at = longest.findIndex(isOneOf);
      if (at >= 0) return at;
      return hungry.some(isOneOf) ? longest.length + 1 : longest.length;
    };
    return (await super.sort(files)).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}
