import type { Build } from '@millrace/contract/api';
import { Bug, Clock, GitBranch, GitCommitHorizontal, Rocket, Timer } from 'lucide';
import type { ReactNode } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { forgePaths, hasForgePages } from '../../lib/forge-paths.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './build-head.module.css';
import { BuildPeople } from './build-people.tsx';
import { buildReference } from './build-reference.ts';
import { commitBody } from './commit-body.ts';
import { CommitMessage } from './commit-message.tsx';

const shortHashLength = 8;

interface BuildFactsProps {
  slug: string;
  build: Build;
  /** Remaining time of an unfinished build. */
  timeLeft: ReactNode;
}

/** One line below the title with author, event, commit and time. */
export function BuildFacts({ slug, build, timeLeft }: BuildFactsProps) {
  const text = useTexts(buildMessages);
  const reference = buildReference(build);
  const hash = build.after?.slice(0, shortHashLength);
  const body = commitBody(build);
  return (
    <div className={css.facts}>
      <ActivityLine build={build} />
      {hash && (
        <Fact icon={<Icon icon={GitCommitHorizontal} size={14} />} name={text.commit}>
          <span className={css.mono} title={build.after}>
            <ForgeLink path={forgePaths.commit(slug, build.after)}>{hash}</ForgeLink>
          </span>
          <CopyIconButton text={build.after} label={text.copyCommit} />
          {body && <CommitMessage body={body} />}
        </Fact>
      )}
      {reference && (
        <Fact
          icon={<Icon icon={GitBranch} size={14} />}
          name={reference.isBranch ? text.branch : text.reference}
        >
          <ForgeLink path={forgePaths.tree(slug, reference.ref)}>{reference.name}</ForgeLink>
        </Fact>
      )}
      {build.deploy_to && (
        <Fact icon={<Icon icon={Rocket} size={14} />} name={text.environment}>
          {build.deploy_to}
        </Fact>
      )}
      {build.debug && (
        <Fact icon={<Icon icon={Bug} size={14} />} name={text.debugHint}>
          {text.debugMark}
        </Fact>
      )}
      <Fact icon={<Icon icon={Clock} size={14} />} name={text.started}>
        {build.started ? <RelativeTime timeSec={build.started} /> : text.waiting}
      </Fact>
      {build.started > 0 && (
        <Fact icon={<Icon icon={Timer} size={14} />} name={text.duration}>
          <RunDuration started={build.started} stopped={build.finished} />
        </Fact>
      )}
      {timeLeft}
      <BuildPeople slug={slug} build={build} />
    </div>
  );
}

/** Links to a page of the forge, if the forge has pages for commits and branches. */
function ForgeLink({ path, children }: { path: string; children: ReactNode }) {
  return hasForgePages ? <a href={serverUrl(path)}>{children}</a> : children;
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <span className={css.fact} title={name}>
      {icon}
      <span className="visually-hidden">{name}: </span>
      {children}
    </span>
  );
}
