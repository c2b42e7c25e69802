import { getOrganizationUsage, getUsage } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { isLastChange } from '../../builds/build-jobs.ts';
import { type ChangedBuild, OutboxListener } from '../../builds/outbox-listener.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import type { CreateFeature } from '../../feature.ts';
import { StreamedAnswer } from '../../http/api-routes.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { askSum } from '../../shared/ask.ts';
import { readPrices } from './price.ts';
import { type UsageQuery, UsageReader, writeCsv } from './usage-reader.ts';
import { UsageStore } from './usage-store.ts';
import { listUsed } from './used-stages.ts';

const daySec = 86_400;

/** Use: time of runners by organization, repository, person, runner and labels, with its price. */
export const usage: CreateFeature = (core, _ask, contributed) => {
  const { clock, config, db } = core;
  const { days, pricePerMinute, pricesOfLabels, currency } = config.usage;
  const reader = new UsageReader({
    store: new UsageStore(db),
    prices: readPrices(pricePerMinute, pricesOfLabels),
    currency,
    nowSec: () => clock.nowSec(),
    measure: (namespace) => askSum(contributed.storedBytes, namespace),
  });
  const answer = async (query: UsageQuery, namespace?: string) => {
    const read = await reader.read(query, namespace);
    if (query.format !== 'csv') return read;
    return new StreamedAnswer(Buffer.from(writeCsv(read, query.by ?? 'namespace')), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${read.from}-${read.to}.csv"`,
    });
  };
  const outbox = new OutboxListener(core, 'usage');
  return {
    owns: { usage_days: 'MILLRACE_USAGE_DAYS', usage_builds: 'build' },
    personData: ({ login }) => ({
      usage: async function* () {
        yield* await new UsageStore(db).listOf(login);
      },
    }),
    forgetPerson: ({ login }) => new UsageStore(db).forget(login),
    addRoutes: ({ api }) => {
      api.session(getUsage, ({ query }) => answer(query));
      api.org(getOrganizationUsage, ({ params, query }) => answer(query, params.namespace));
    },
    jobs: {
      countUsage: new RepeatedJob({
        ...core,
        everyMs: 10_000,
        failure: 'The use of runners could not be counted',
        work: async () => {
          outbox.reset();
          await outbox.read(count);
        },
      }),
      forgetUsage: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'Old use of runners could not be deleted',
        work: () => new UsageStore(db).deleteBefore(Math.floor(clock.nowSec() / daySec) - days),
      }),
    },
  };
};

/** Counts the newest attempt of a build when it has finished, once. */
async function count(trx: Db, change: ChangedBuild): Promise<void> {
  const { build } = change;
  if (!isLastChange(change) || !isFinished(build.status)) return;
  const repo = await trx
    .selectFrom('repos')
    .select(['namespace', 'name as repo'])
    .where('id', '=', build.repoId)
    .executeTakeFirst();
  if (!repo) return;
  const store = new UsageStore(trx);
  // A finished build still changes, for example when it is pinned.
  if (!(await store.claim(build.id, build.attempt))) return;
  const stages = await new StageStore(trx).list(build.id);
  await store.add(repo, listUsed(build, stages));
}
