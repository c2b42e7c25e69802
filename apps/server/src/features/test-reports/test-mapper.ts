import type { BuildWithTests } from '@millrace/contract/api';
import type { TestName } from '../../domain/tests/test-name.ts';
import type { TestedBuild } from './test-read-model.ts';

export function toTestName({ id, stage, suite, name, file }: TestName) {
  return { id, stage_name: stage, suite, name, ...(file ? { file } : {}) };
}

export function toBuildWithTests(build: TestedBuild): BuildWithTests {
  const { number, status, title, commit: after, target, created } = build;
  return { number, status, title, after, target, created };
}
