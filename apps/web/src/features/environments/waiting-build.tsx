import type { Build, Environment } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { BuildName } from './build-name.tsx';
import { CommitChanges } from './commit-changes.tsx';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';

interface WaitingBuildProps {
  repo: RepoName;
  environment: Environment;
  defaultBranch: string;
  /** Undefined if the viewer may not deploy. */
  onDeploy: ((build: Build) => void) | undefined;
}

/** The newest successful build of the default branch that the environment does not have, with its commits. */
export function WaitingBuild(props: WaitingBuildProps) {
  const { repo, environment, defaultBranch, onDeploy } = props;
  const { current, waiting } = environment;
  const text = useTexts(environmentMessages);
  if (!waiting) return <p className={css.hint}>{text.nothingWaits(defaultBranch)}</p>;
  return (
    <>
      <div className={css.waiting}>
        <p className={css.newest}>
          <span>{text.waitingBuild(defaultBranch)}</span>
          <span className={css.state}>
            <StatusIcon status={waiting.status} />
            <BuildName slug={`${repo.namespace}/${repo.name}`} build={waiting} />
          </span>
        </p>
        {onDeploy && (
          <Button size="small" onClick={() => onDeploy(waiting)}>
            {text.deployBuild(waiting.number)}
          </Button>
        )}
      </div>
      {current && <CommitChanges repo={repo} before={current} after={waiting} />}
    </>
  );
}
