import { type Policy, type PolicyPreview, previewedBuilds } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import { readFilledFile } from '../../builds/read-filled-file.ts';
import type { Core } from '../../core.ts';
import { appliesTo } from './judge-policies.ts';
import type { PolicyChecks } from './policy-checks.ts';

type Deps = Pick<Core, 'buildReadModel' | 'builds' | 'db' | 'pipelineReader'> & {
  checks: PolicyChecks;
};

/** Builds that are looked at to find those that a policy applies to. */
const maxRead = previewedBuilds * 20;

/** Says which of the newest builds a policy would have stopped, by the files that they ran. */
export async function previewPolicy(
  { buildReadModel, builds, checks, db, pipelineReader }: Deps,
  policy: Policy,
): Promise<PolicyPreview> {
  const rows = await db
    .selectFrom('builds')
    .innerJoin('repos', 'repos.id', 'builds.repo_id')
    .select(['builds.id', 'builds.number', 'builds.event', 'repos.slug', 'repos.namespace'])
    .orderBy('builds.id', 'desc')
    .limit(maxRead)
    .execute();
  const today = checks.today();
  const newest = rows.filter((row) => appliesTo(policy, row, today)).slice(0, previewedBuilds);
  const stopped: PolicyPreview['stopped'] = [];
  for (const { id, number, event, slug, namespace } of newest) {
    const state = await buildReadModel.findById(id);
    if (!state) continue;
    const names = (state.stages ?? []).map((stage) => stage.name);
    // A build without stages has run nothing.
    if (names.length === 0) continue;
    const yaml = await readFilledFile(pipelineReader, slug, await builds.findFile(id), state);
    const { deploy_to: target = '' } = state;
    const build = { slug, namespace, event, target, person: starterOf(state) };
    const problem = await checks.judge(policy, build, yaml, names);
    if (problem) stopped.push({ repo: slug, build: number, problem });
  }
  return { builds: newest.length, stopped };
}
