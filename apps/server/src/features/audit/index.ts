import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { AuditReadModel } from './audit-read-model.ts';
import { registerAuditRoutes } from './audit-routes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The audit log: its lists, and the deletion of expired events. `audit/` writes it. */
export const audit: CreateFeature = (core) => {
  const { clock, config } = core;
  const readModel = new AuditReadModel(core.db);
  const expiry = new RepeatedJob({
    ...core,
    everyMs: hourMs,
    failure: 'Expired audit events could not be deleted',
    work: async (stopped) => {
      const before = clock.nowMs() - config.auditDays * dayMs;
      while (!stopped.aborted && (await core.audit.deleteBefore(before)))
        await clock.wait(50, stopped);
    },
  });
  return {
    personData: ({ login }) => ({
      audit: async function* () {
        for await (const events of readModel.readAll({ actor: login })) {
          // The filter matches parts of logins.
          yield* events.filter(({ actor }) => actor === login);
        }
      },
    }),
    addRoutes: ({ api }) => registerAuditRoutes(api, readModel),
    jobs: { deleteExpiredAuditEvents: config.auditDays > 0 ? expiry : null },
  };
};
