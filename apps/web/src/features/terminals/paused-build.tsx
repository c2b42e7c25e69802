import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ContinueButton } from './continue-button.tsx';
import { terminalMessages } from './messages.ts';
import { Launcher, nameOf } from './terminal-launcher.tsx';
import { keptStepsQuery } from './terminal-queries.ts';
import css from './terminals.module.css';

/** Tells that stages of a build wait, before a step or after its failure, and opens terminals in them. */
export function PausedBuild({ repo, build }: { repo: RepoName; build: Build }) {
  const text = useTexts(terminalMessages);
  const { data = [] } = useQuery(keptStepsQuery(repo, build));
  const present = data.filter(({ ended }) => ended === 0);
  return present.map((kept) => {
    const step = nameOf(build, kept);
    return (
      <p key={kept.id} className={css.paused} role="status">
        {kept.paused ? text.pausedBefore(step) : text.paused(step)}
        <Launcher repo={repo} kept={kept} step={step} />
        {kept.paused && <ContinueButton repo={repo} kept={kept} />}
      </p>
    );
  });
}
