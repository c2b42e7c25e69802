import type { BuildWithTests } from '@millrace/contract/api';
import type { TestName } from '../../domain/tests/test-name.ts';
import type { PackedBuild } from './result-tasks.ts';
import type { TestedBlock, TestedBuild } from './test-read-model.ts';

export function toTestName({ id, stage, suite, name, file }: TestName) {
  return { id, stage_name: stage, suite, name, ...(file ? { file } : {}) };
}

export function toBuildWithTests(build: TestedBuild): BuildWithTests {
  const { number, status, title, commit: after, target, created } = build;
  return { number, status, title, after, target, created };
}

/** Converts builds and their results for the worker thread. */
export function packBuilds(
  builds: readonly Pick<TestedBuild, 'id' | 'commit'>[],
  blocks: readonly TestedBlock[],
): PackedBuild[] {
  const byBuild = Map.groupBy(blocks, ({ buildId }) => buildId);
  return builds.map(({ id, commit }) => ({ commit, steps: (byBuild.get(id) ?? []).map(pack) }));
}

function pack({ isCurrent, entries }: TestedBlock) {
  return { isCurrent, entries };
}
