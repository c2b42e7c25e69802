import { type Build, type DeployTargets, getDeployTargets } from '@millrace/contract/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { hasText } from '../../lib/has-text.ts';
import { logError } from '../../lib/log-error.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { type DeployForm, targetOf } from './deploy-form.ts';

type Action = DeployForm['action'];
type Check = DeployTargets['check'];

/** Suggests the targets to which a build can be deployed, for a combobox. Original servers have none. */
export function useTargetSuggestions(repo: RepoName, build: Build, action: Action) {
  const [search, setSearch] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['deploy-targets', `${repo.namespace}/${repo.name}`, build.number, action],
    queryFn: ({ signal }) => readTargets(repo, build, { event: action }, signal),
    placeholderData: keepPreviousData,
    enabled: hasExtras(build),
    meta: { quiet: true },
  });
  const text = search?.trim() ?? '';
  return {
    options: (data?.targets ?? []).filter((target) => hasText(target, text)),
    onSearch: setSearch,
  };
}

/**
 * Returns whether the target of a form is in doubt, so that the user must confirm it. If the server cannot tell, it is
 * not: the deployment itself reports errors.
 */
export async function checkTarget(repo: RepoName, build: Build, form: DeployForm): Promise<Check> {
  if (!hasExtras(build)) return undefined;
  try {
    const query = { event: form.action, target: targetOf(form) };
    return (await readTargets(repo, build, query)).check;
  } catch (error) {
    logError(error);
    return undefined;
  }
}

function readTargets(
  { namespace, name }: RepoName,
  { number }: Build,
  query: { event: Action; target?: string },
  signal?: AbortSignal,
): Promise<DeployTargets> {
  const params = { namespace, name, build: number };
  return callApi(getDeployTargets, { params, query, ...(signal && { signal }) });
}
