import type { ClonePasswords } from '../../forges/builtin/clone-credentials.ts';
import type { GitRefusal } from '../../forges/builtin/git-body.ts';
import type { GitHost } from './git-host.ts';

interface Deps {
  host: Pick<GitHost, 'findAccess' | 'refuseBuildRead'>;
  clonePasswords: ClonePasswords;
}

/** Access of a build: whether it may read more than everyone, and why it may not read. */
interface BuildRead {
  isGranted: boolean;
  refusal: GitRefusal | null;
}

const granted: BuildRead = { isGranted: true, refusal: null };

/** Decides whether a build may read a repository while it runs: its own, a public one, or another one that it has access to. */
export async function judgeBuild(
  { host, clonePasswords }: Deps,
  clonePassword: string,
  namespace: string,
  name: string,
): Promise<BuildRead> {
  const slug = `${namespace}/${name}`;
  const access = await host.findAccess(null, namespace, name);
  const stageId = clonePasswords.findStage(clonePassword);
  const message =
    stageId === undefined
      ? `The credentials of this build cannot read ${slug}: they are invalid or have expired. Restart the build.`
      : await host.refuseBuildRead(stageId, { slug, id: access?.repo.id });
  if (message === null) return granted;
  if (access?.permissions.read) return { isGranted: false, refusal: null };
  return { isGranted: false, refusal: { status: 403, message } };
}
