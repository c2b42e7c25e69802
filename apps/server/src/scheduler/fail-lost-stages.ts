import type { StageService } from '../features/builds/stage-service.ts';
import type { StageStore } from '../features/builds/stage-store.ts';

/**
 * At start-up: stages that the built-in runner had claimed when the server died are over, and say
 * why, so that no build runs for ever.
 */
export async function failLostStages(
  machine: string,
  stages: StageStore,
  service: StageService,
): Promise<number> {
  const lost = await stages.listClaimed(machine);
  for (const stage of lost) {
    await service.failLostStage(stage, 'The server stopped while this stage was running');
  }
  return lost.length;
}
