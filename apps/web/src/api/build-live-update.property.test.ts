import type { Build } from '@millrace/contract/api';
import { statuses } from '@millrace/contract/vocabulary';
import fc from 'fast-check';
import { it } from 'vitest';
import { updateBuild } from './build-live-update.ts';

const base = { id: 1, number: 7 } as Build;

it('converges to the newest state if changes arrive twice or out of order', () => {
  const history = fc
    .array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 12 })
    .map((list) => list.map((status, index): Build => ({ ...base, status, version: index + 1 })));
  const arrival = history.chain((builds) =>
    fc.record({
      builds: fc.constant(builds),
      order: fc.shuffledSubarray([...builds, ...builds], {
        minLength: builds.length * 2,
        maxLength: builds.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(arrival, ({ builds, order }) => {
      const shown = order.reduce(updateBuild, { ...base, version: 0 });
      return shown.status === builds.at(-1)?.status && shown.version === builds.length;
    }),
  );
});
