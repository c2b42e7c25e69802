import {
  createCron,
  deleteCron,
  getCron,
  listCrons,
  previewCron,
  runCron,
  updateCron,
} from '@millrace/contract/api';
import { startOnce } from '../../builds/start-once.ts';
import type { Core } from '../../core.ts';
import { type ApiRoutes, requireAsker, requirePerson } from '../../http/api-routes.ts';
import { toCronJson } from './cron-mapper.ts';
import type { CronService } from './cron-service.ts';

export function registerCronRoutes(
  routes: ApiRoutes,
  crons: CronService,
  { buildReadModel, builds }: Pick<Core, 'buildReadModel' | 'builds'>,
): void {
  routes.repo(listCrons, async ({ repo }) => (await crons.list(repo)).map(toCronJson));
  routes.repo(createCron, async ({ repo, body, viewer }) =>
    toCronJson(await crons.create(repo, body, requirePerson(viewer))),
  );
  routes.repo(getCron, async ({ repo, params }) =>
    toCronJson(await crons.require(repo, params.cron)),
  );
  routes.repo(previewCron, ({ query }) => crons.preview(query.expr, query.time_zone ?? ''));
  routes.repo(runCron, async ({ repo, viewer, permissions, params, request }) => {
    const person = requireAsker(viewer, permissions);
    const build = await startOnce(builds, repo, { request, person }, (once) =>
      crons.run(repo, params.cron, person, once),
    );
    return (build && (await buildReadModel.findChanged(build))) ?? null;
  });
  routes.repo(updateCron, async ({ repo, params, body, viewer }) =>
    toCronJson(await crons.update(repo, params.cron, body, requirePerson(viewer))),
  );
  routes.repo(deleteCron, async ({ repo, params }) => {
    await crons.delete(repo, params.cron);
    return undefined;
  });
}
