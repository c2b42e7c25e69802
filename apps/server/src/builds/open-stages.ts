import type { OpenStage } from '@millrace/build-rules';
import type { StageStore } from './stage-store.ts';

/** Maximum number of stages that are read by id. More are read with the whole list. */
const maxReadById = 200;

/** Lists unfinished stages. Thousands may wait while few change, so each state of a stage is read only once. */
export class OpenStages {
  private readonly stages: Pick<StageStore, 'listOpen' | 'listOpenByIds' | 'listOpenStates'>;
  private known: ReadonlyMap<number, OpenStage> = new Map();
  private listed: OpenStage[] = [];

  constructor(stages: Pick<StageStore, 'listOpen' | 'listOpenByIds' | 'listOpenStates'>) {
    this.stages = stages;
  }

  /** Lists the unfinished stages of all repositories, oldest first. */
  async list(): Promise<OpenStage[]> {
    const states = await this.stages.listOpenStates();
    const changed = states.filter(({ id, version, throttle, namespace }) => {
      const known = this.known.get(id);
      const isSame = known?.version === version && known.throttle === throttle;
      return !isSame || known.namespace !== namespace;
    });
    if (changed.length === 0 && states.length === this.known.size) return this.listed;
    if (changed.length > maxReadById) return this.remember(await this.stages.listOpen());
    const ids = changed.map(({ id }) => id);
    const read = ids.length > 0 ? await this.stages.listOpenByIds(ids) : [];
    const current = new Map(read.map((stage) => [stage.id, stage]));
    const listed = states.flatMap(({ id }) => current.get(id) ?? this.known.get(id) ?? []);
    return this.remember(listed);
  }

  private remember(listed: OpenStage[]): OpenStage[] {
    this.known = new Map(listed.map((stage) => [stage.id, stage]));
    this.listed = listed;
    return listed;
  }
}
