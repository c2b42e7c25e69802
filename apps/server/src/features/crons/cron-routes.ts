import {
  createCron,
  deleteCron,
  getCron,
  listCrons,
  runCron,
  updateCron,
} from '@millrace/contract/api';
import { type ApiRoutes, requirePerson } from '../../http/api-routes.ts';
import type { Ports } from '../../ports.ts';
import { toCronJson } from './cron-mapper.ts';
import type { CronService } from './cron-service.ts';

export function registerCronRoutes(
  routes: ApiRoutes,
  crons: CronService,
  ports: Pick<Ports, 'readBuild'>,
): void {
  routes.repo(listCrons, async ({ repo }) => (await crons.list(repo)).map(toCronJson));
  routes.repo(createCron, async ({ repo, body }) => toCronJson(await crons.create(repo, body)));
  routes.repo(getCron, async ({ repo, params }) =>
    toCronJson(await crons.require(repo, params.cron)),
  );
  routes.repo(runCron, async ({ repo, viewer, params }) => {
    const build = await crons.run(repo, params.cron, requirePerson(viewer).login);
    return (build && (await ports.readBuild(build))) ?? null;
  });
  routes.repo(updateCron, async ({ repo, params, body }) =>
    toCronJson(await crons.update(repo, params.cron, body)),
  );
  routes.repo(deleteCron, async ({ repo, params }) => {
    await crons.delete(repo, params.cron);
    return undefined;
  });
}
