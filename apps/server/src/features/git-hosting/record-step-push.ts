import type { AuditLog } from '../../audit/audit-log.ts';
import { pushLogin } from '../../forges/builtin/push-credentials.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { StepPush } from './step-pushes.ts';

interface Deps {
  audit: Pick<AuditLog, 'add'>;
  repos: Pick<RepoStore, 'findBySlug'>;
}

/** No login contains a slash. */
const prefix = `${pushLogin}/`;

/** Returns the sender of a push by a step, as the hook records it. */
export function writePushingStep({ build, name }: Pick<StepPush, 'build' | 'name'>): string {
  return `${prefix}${build.number}/${encodeURIComponent(name)}`;
}

export function isPushingStep(sender: string): boolean {
  return sender.startsWith(prefix);
}

/** Records each ref that a step has pushed in the audit log. */
export async function recordStepPush(
  { audit, repos }: Deps,
  { sender, repo: { namespace, name }, news }: ForgeEvent,
): Promise<void> {
  if (!isPushingStep(sender.login)) return;
  const [build = '', step = ''] = sender.login.slice(prefix.length).split('/');
  const repo = await repos.findBySlug(`${namespace}/${name}`);
  for (const push of news) {
    if (push.kind !== 'push' || !repo) continue;
    const { ref, before, after } = push;
    await audit.add({
      action: 'step.push',
      actor: null,
      credential: 'build',
      address: '',
      repo: { id: repo.id, slug: repo.slug },
      target: `builds/${build}`,
      details: { step: decodeURIComponent(step), ref, before, after },
    });
  }
}
