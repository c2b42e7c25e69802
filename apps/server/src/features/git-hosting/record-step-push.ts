import type { AuditLog } from '../../audit/audit-log.ts';
import { readPushingStep } from '../../forges/builtin/push-credentials.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';

interface Deps {
  audit: Pick<AuditLog, 'add'>;
  repos: Pick<RepoStore, 'findBySlug'>;
}

/** Records each ref that a step has pushed in the audit log. */
export async function recordStepPush(
  { audit, repos }: Deps,
  { sender, repo: { namespace, name }, news }: ForgeEvent,
): Promise<void> {
  const pushing = readPushingStep(sender.login);
  if (!pushing) return;
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
      target: `builds/${pushing.build}`,
      details: { step: pushing.step, ref, before, after },
    });
  }
}
