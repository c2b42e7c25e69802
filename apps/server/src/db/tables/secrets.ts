import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Secrets of a repository, of an organization, or of the whole server: `repo_id`, `namespace` or both are null. */
interface SecretsTable {
  id: Generated<number>;
  repo_id: number | null;
  namespace: string | null;
  name: string;
  sealed: string;
  pull_request: Flag;
  pull_request_push: Flag;
  /** JSON lists. */
  events: Generated<string>;
  branches: Generated<string>;
  images: Generated<string>;
  last_used: Generated<TimeSec>;
  last_used_build: Generated<number>;
  created: TimeSec;
  updated: TimeSec;
}

/** Credentials of image registries, with the same owners. */
interface RegistriesTable {
  id: Generated<number>;
  repo_id: number | null;
  namespace: string | null;
  /** Host of the registry. */
  name: string;
  username: string;
  /** Encrypted with the server's key. */
  password: string;
  created: TimeSec;
  updated: TimeSec;
  last_used: TimeSec;
}

/** Encrypted keys that repositories had on another server. */
interface ImportedKeysTable {
  repo_id: number;
  sealed: string;
}

/** Values of the server itself, encrypted with its key. */
interface SealedValuesTable {
  name: string;
  sealed: string;
}

interface TemplatesTable {
  id: Generated<number>;
  namespace: string;
  name: string;
  data: string;
  created: TimeSec;
  updated: TimeSec;
}

/** Secrets, registry credentials, and templates of organizations. */
export interface SecretTables {
  secrets: SecretsTable;
  imported_keys: ImportedKeysTable;
  registries: RegistriesTable;
  sealed_values: SealedValuesTable;
  templates: TemplatesTable;
}

export type SecretRow = Selectable<SecretsTable>;
export type RegistryRow = Selectable<RegistriesTable>;
