import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { forgePaths } from '../../lib/paths.ts';
import { BranchIcon, ClockIcon, RocketIcon, TimerIcon } from '../../ui/build-icons.tsx';
import { CommitIcon } from '../../ui/icons.tsx';
import css from './build-head.module.css';
import { buildReference } from './build-reference.ts';

const shortHashLength = 8;

/** A server that says nothing of itself has pages of a source host behind it. */
const hasForgePages = servedConfig ? servedConfig.forgePages === true : true;

/** Who, what, where and when, in one line under the title. */
export function BuildFacts({ slug, build }: { slug: string; build: Build }) {
  const { build: text } = usePageMessages();
  const reference = buildReference(build);
  const hash = build.after?.slice(0, shortHashLength);
  return (
    <div className={css.facts}>
      <ActivityLine build={build} />
      {hash && (
        <Fact icon={<CommitIcon size={14} />} name={text.commit}>
          <span className={css.mono}>
            <ForgeLink path={forgePaths.commit(slug, build.after)}>{hash}</ForgeLink>
          </span>
        </Fact>
      )}
      {reference && (
        <Fact
          icon={<BranchIcon size={14} />}
          name={reference.isBranch ? text.branch : text.reference}
        >
          <ForgeLink path={forgePaths.tree(slug, reference.ref)}>{reference.name}</ForgeLink>
        </Fact>
      )}
      {build.deploy_to && (
        <Fact icon={<RocketIcon size={14} />} name={text.environment}>
          {build.deploy_to}
        </Fact>
      )}
      <Fact icon={<ClockIcon size={14} />} name={text.started}>
        {build.started ? <RelativeTime timeSec={build.started} /> : text.waiting}
      </Fact>
      {build.started > 0 && (
        <Fact icon={<TimerIcon size={14} />} name={text.duration}>
          <RunDuration started={build.started} stopped={build.finished} />
        </Fact>
      )}
    </div>
  );
}

/** Leads to the source host, where the server has one that shows commits and branches. */
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
