import type { Build, Repo } from '@millrace/contract/api';

/** Build and repository that an extension is asked about. A build that does not exist yet has the id and number 0. */
export interface Subject {
  repo: Repo;
  build: Build;
}
