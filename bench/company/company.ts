import type { Directory } from './directory.ts';
import type { CastLogin } from './plan.ts';
import type { RunnerCrew } from './runner-crew.ts';
import type { Servers } from './servers.ts';

export interface Credentials {
  login: string;
  token: string;
}

/** A company whose life is measured. */
export interface Company {
  servers: Servers;
  directory: Directory;
  /** The system admin. */
  root: Credentials;
  cast: Record<CastLogin, Credentials>;
  manyRights: Credentials;
  groupMover: Credentials;
  crew: RunnerCrew;
  repoCount: number;
}
