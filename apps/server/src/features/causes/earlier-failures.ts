import type { Build } from '@millrace/build-rules';
import { BuildStore } from '../../builds/build-store.ts';
import type { Core } from '../../core.ts';
import type { FailureRecorder } from './failure-recorder.ts';

interface Deps extends Pick<Core, 'db' | 'logger'> {
  clock: Pick<Core['clock'], 'wait'>;
  recorder: Pick<FailureRecorder, 'record'>;
}

/** Name of the stored position. */
const state = 'earlier_failures';
const atOnce = 100;
/** Pause after each build, in durations of the work before it, so that new failures and calls are not delayed. */
const pauses = 4;

/**
 * Stores the failures of imported builds, newest first. After a restart, it continues at the stored position: some builds
 * are then read again, which changes nothing.
 */
export async function recordEarlierFailures(deps: Deps, stopped: AbortSignal): Promise<void> {
  const { clock, recorder, logger } = deps;
  while (!stopped.aborted) {
    const builds = await listBefore(deps, await findPosition(deps));
    for (const build of builds) {
      if (stopped.aborted) return;
      const startedAt = performance.now();
      await recorder.record(build, stopped).catch((error: unknown) => {
        // One unreadable log must not end the work.
        logger.warn({ err: error }, `The failures of build ${build.id} could not be recorded`);
      });
      await clock.wait(pauses * (performance.now() - startedAt), stopped);
    }
    const last = builds.at(-1);
    if (!last || stopped.aborted) return;
    await storePosition(deps, last.id);
  }
}

/** Lists failed builds with smaller ids, those with the greatest ids first. */
async function listBefore({ db }: Deps, position: number): Promise<Build[]> {
  const rows = await db
    .selectFrom('builds')
    .select('id')
    .where('id', '<', position)
    .where('status', 'in', ['failure', 'error'])
    .where('bisection', '=', 0)
    .orderBy('id', 'desc')
    .limit(atOnce)
    .execute();
  const builds = new BuildStore(db);
  const found = await Promise.all(rows.map(({ id }) => builds.findById(id)));
  return found.filter((build) => build !== undefined);
}

async function findPosition({ db }: Deps): Promise<number> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', state)
    .executeTakeFirst();
  return row ? Number(row.value) : Number.MAX_SAFE_INTEGER;
}

async function storePosition({ db }: Deps, position: number): Promise<void> {
  const value = String(position);
  await db
    .insertInto('server_state')
    .values({ name: state, value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute();
}
