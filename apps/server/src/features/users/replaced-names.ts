import { z } from 'zod/mini';
import type { Person } from '../../domain/person.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';

const payload = z.object({ login: z.string(), email: z.string() });
const giveUpSec = 24 * 60 * 60;

/** Creates the jobs that replace the names of people whose accounts were deleted. There may be many builds. */
export function createReplacedNames(
  deps: JobDeps,
  forgetPerson: (person: Person) => Promise<void>,
): StoredJobs<Person> {
  return new StoredJobs(deps, {
    name: 'replaced-names',
    payload,
    giveUpSec,
    run: (job) => forgetPerson(job.payload),
  });
}
