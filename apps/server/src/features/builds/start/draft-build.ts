import { toBuildJson } from '@millrace/build-host/builds/build-mapper';
import { newBuild } from '@millrace/build-host/builds/new-build';
import type { Build as BuildJson } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';

/** Describes a build that does not exist yet, for extensions. */
export function draftBuild(
  { forge, clock }: { forge: Pick<Forge, 'commitUrl'>; clock: Clock },
  repo: Repo,
  request: BuildRequest,
): BuildJson {
  const link = request.link ?? forge.commitUrl(repo, request.commit.sha);
  const facts = { error: '', warnings: [], link, now: clock.nowSec() };
  return toBuildJson({ ...newBuild(repo.id, request, facts), id: 0, number: 0, version: 0 });
}
