import type { KnownRunner } from '@millrace/build-rules';
import type { Runner } from '@millrace/contract/api';

export function toRunnerJson(runner: KnownRunner): Runner {
  return {
    name: runner.name,
    type: runner.type,
    os: runner.os ?? '',
    arch: runner.arch ?? '',
    variant: runner.variant ?? '',
    kernel: runner.kernel ?? '',
    labels: runner.labels ?? {},
    capacity: runner.capacity ?? 0,
    running: runner.running,
    steps: runner.steps ?? '',
  };
}
