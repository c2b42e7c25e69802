import type { Runner } from '@millrace/contract/api';
import type { KnownRunner } from '../../domain/waiting.ts';

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
