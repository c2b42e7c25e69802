import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { toHttpUrl } from '../../lib/safe-url.ts';
import { BranchIcon, ClockIcon, CommitIcon, RocketIcon, TimerIcon } from '../../ui/icons.tsx';
import css from './build-head.module.css';

const shortHashLength = 8;

/** Who, what, where and when, in one line under the title. */
export function BuildFacts({ build }: { build: Build }) {
  const { build: text } = usePageMessages();
  const link = toHttpUrl(build.link);
  const hash = build.after?.slice(0, shortHashLength);
  return (
    <div className={css.facts}>
      <ActivityLine build={build} />
      {hash && (
        <Fact icon={<CommitIcon size={14} />} name={text.commit}>
          <span className={css.mono}>
            {link ? (
              <a href={link} rel="noreferrer">
                {hash}
              </a>
            ) : (
              hash
            )}
          </span>
        </Fact>
      )}
      {build.target && (
        <Fact icon={<BranchIcon size={14} />} name={text.branch}>
          {build.target}
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

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <span className={css.fact} title={name}>
      {icon}
      <span className="visually-hidden">{name}: </span>
      {children}
    </span>
  );
}
