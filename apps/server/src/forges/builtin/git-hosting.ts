import type { BuiltinForge } from './builtin-forge.ts';
import type { ClonePasswords } from './clone-credentials.ts';
import type { PushPasswords } from './push-credentials.ts';
import type { RepositoryFiles } from './repository-files.ts';

/** The git hosting of this server. */
export interface GitHosting {
  forge: BuiltinForge;
  files: RepositoryFiles;
  clonePasswords: ClonePasswords;
  pushPasswords: PushPasswords;
}
