import { type Build, buildPageSize, listBuilds } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { deployMessages } from './deploy-messages.ts';

interface DeployedBuildFieldProps {
  repo: RepoName;
  build: Build;
  onChange: (build: Build) => void;
}

/** Chooses the build to deploy among the newest successful ones. */
export function DeployedBuildField({ repo, build, onChange }: DeployedBuildFieldProps) {
  const text = useTexts(deployMessages);
  const { untitled } = useTexts(activityMessages);
  const { data = [] } = useQuery({
    queryKey: ['deployable-builds', `${repo.namespace}/${repo.name}`],
    queryFn: ({ signal }) =>
      callApi(listBuilds, {
        params: { ...repo },
        query: { status: 'success', per_page: String(buildPageSize) },
        signal,
      }),
  });
  const builds = data.filter((each) => each.number !== build.number && isDeployable(each));
  const sorted = [build, ...builds].sort((a, b) => b.number - a.number);
  return (
    <SelectField
      label={text.build}
      value={String(build.number)}
      options={sorted.map((each) => ({
        value: String(each.number),
        label: `#${each.number} ${buildTitle(each, untitled)}`,
      }))}
      onChange={(number) => {
        const chosen = sorted.find((each) => String(each.number) === number);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

/** Pull requests, which may be of forks, are merged before their commits are deployed. */
function isDeployable(build: Build): boolean {
  return !build.deploy_to && !build.bisection && build.event !== 'pull_request';
}
