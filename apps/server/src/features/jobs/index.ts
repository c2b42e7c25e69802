import { dropJob, listJobs, maxJobPage, retryJob } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { CreateFeature } from '../../feature.ts';
import { readPage } from '../../http/page.ts';
import { JobList } from '../../jobs/job-list.ts';

const pageSize = 100;

/** Background jobs for system admins: lists, retries and drops them. */
export const jobs: CreateFeature = ({ db, bus, clock }) => ({
  addRoutes: ({ api }) => {
    const list = new JobList(db);

    api.session(listJobs, async ({ query: { limit, ...filter } }) => {
      const now = clock.nowSec();
      const shown = readPage({ per_page: limit }, pageSize, maxJobPage).limit;
      return { counts: await list.count(now), jobs: await list.list(filter, now, shown) };
    });

    api.session(retryJob, async ({ params }) => {
      if (!(await list.retry(params.job, clock.nowSec()))) throw noJob(params.job);
      bus.publish('jobAdded', {});
      return undefined;
    });

    api.session(dropJob, async ({ params }) => {
      if (!(await list.drop(params.job))) throw noJob(params.job);
      return undefined;
    });
  },
});

const noJob = (id: number) => missing(`Job ${id} does not exist: it may have finished`);
