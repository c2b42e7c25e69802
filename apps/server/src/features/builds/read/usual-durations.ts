import type { Build } from '@millrace/build-rules';
import type { UsualDuration } from '@millrace/contract/api';
import type { LineStore } from '../../../builds/line-store.ts';
import { baseLine } from '../../../domain/build-line.ts';
import { usualRange } from '../../../domain/usual-range.ts';
import type { EarlierBuildsReadModel } from './earlier-builds-read-model.ts';

/** Number of recent builds from which the usual duration is computed. */
const lastBuilds = 50;

/** Computes the usual durations of the stages and steps of a build. */
export class UsualDurations {
  private readonly earlier: EarlierBuildsReadModel;
  private readonly lines: LineStore;

  constructor(earlier: EarlierBuildsReadModel, lines: LineStore) {
    this.earlier = earlier;
    this.lines = lines;
  }

  /**
   * Reads the durations in older builds of the same line. Stages and steps with too few of them are omitted.
   */
  async read(build: Build): Promise<UsualDuration[]> {
    const line = baseLine(build, await this.lines.findLine(build));
    const before = await this.earlier.listBefore(build, line, lastBuilds);
    const byName = new Map<string, { stage: string; step?: string; seconds: number[] }>();
    for (const part of await this.earlier.listDurations(before.map(({ id }) => id))) {
      const key = JSON.stringify([part.stage, part.step]);
      const known = byName.get(key);
      if (known) known.seconds.push(part.seconds);
      else byName.set(key, { ...part, seconds: [part.seconds] });
    }
    return [...byName.values()].flatMap(({ stage, step, seconds }): UsualDuration[] => {
      const range = usualRange(seconds);
      if (!range) return [];
      return [{ stage_name: stage, ...(step === undefined ? {} : { step_name: step }), ...range }];
    });
  }
}
