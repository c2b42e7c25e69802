import type { Build, KeptStep } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useTerminalMessages } from '../../lib/i18n/terminal-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Recordings } from './recordings.tsx';
import { TerminalDialog } from './terminal-dialog.tsx';
import { keptStepsQuery } from './terminal-queries.ts';
import css from './terminals.module.css';
import { TimeUntil } from './time-until.tsx';

/** Opens terminals in the kept steps of a build, and lists their recordings. */
export function TerminalLauncher({ repo, build }: { repo: RepoName; build: Build }) {
  const { data = [] } = useQuery(keptStepsQuery(repo, build));
  const terminals = data.flatMap((kept) => kept.terminals);
  return (
    <>
      {data.map((kept) => (
        <Launcher key={kept.id} repo={repo} kept={kept} step={nameOf(build, kept)} />
      ))}
      {terminals.length > 0 && <Recordings repo={repo} terminals={terminals} />}
    </>
  );
}

export function Launcher({ repo, kept, step }: { repo: RepoName; kept: KeptStep; step: string }) {
  const text = useTerminalMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {kept.ended === 0 && (
        <Button size="small" title={step} onClick={() => setIsOpen(true)}>
          <Icon icon={SquareTerminal} size={14} />
          {text.open}
          <span className={css.left}>
            <TimeUntil until={kept.until} />
          </span>
        </Button>
      )}
      {isOpen && (
        <TerminalDialog {...{ repo, kept, step }} isOpen onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

/** Returns the names of the stage and the step: `mill › turn`. */
export function nameOf({ stages = [] }: Build, { step_id: id }: KeptStep): string {
  for (const stage of stages) {
    const step = stage.steps?.find((each) => each.id === id);
    if (step) return `${stage.name} › ${step.name}`;
  }
  return '';
}
