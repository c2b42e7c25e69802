import type { Build, KeptStep } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { KeptPlace } from './kept-steps-menu.tsx';
import { terminalMessages } from './messages.ts';
import { Recordings } from './recordings.tsx';
import { TerminalDialog } from './terminal-dialog.tsx';
import { keptStepsQuery } from './terminal-queries.ts';
import css from './terminals.module.css';
import { TimeUntil } from './time-until.tsx';

const KeptStepsMenu = lazyPart(() => import('./kept-steps-menu.tsx'), 'KeptStepsMenu');

/** Opens terminals in the kept steps of a build, and lists their recordings. */
export function TerminalLauncher({ repo, build }: { repo: RepoName; build: Build }) {
  const text = useTexts(terminalMessages);
  const { data = [] } = useQuery(keptStepsQuery(repo, build));
  const [openId, setOpenId] = useState<number>();
  const steps = data.map((kept) => ({ kept, step: nameOf(build, kept) || text.earlier }));
  const present = steps.filter(({ kept }) => kept.ended === 0);
  const open = steps.find(({ kept }) => kept.id === openId);
  const terminals = data.flatMap((kept) => kept.terminals);
  return (
    <>
      {present.length > 1 ? (
        <KeptStepsMenu steps={present} onOpen={setOpenId} />
      ) : (
        present.map(({ kept, step }) => (
          <OpenButton key={kept.id} {...{ kept, step }} onOpen={() => setOpenId(kept.id)} />
        ))
      )}
      {open && <TerminalDialog repo={repo} {...open} isOpen onClose={() => setOpenId(undefined)} />}
      {terminals.length > 0 && <Recordings repo={repo} terminals={terminals} />}
    </>
  );
}

export function Launcher({ repo, kept, step }: { repo: RepoName; kept: KeptStep; step: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {kept.ended === 0 && <OpenButton {...{ kept, step }} onOpen={() => setIsOpen(true)} />}
      {isOpen && (
        <TerminalDialog {...{ repo, kept, step }} isOpen onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function OpenButton({ kept, step, onOpen }: KeptPlace & { onOpen: () => void }) {
  const text = useTexts(terminalMessages);
  return (
    <Button size="small" title={step} onClick={onOpen}>
      <Icon icon={SquareTerminal} size={14} />
      {text.open}
      <span className={css.left}>
        <TimeUntil until={kept.until} />
      </span>
    </Button>
  );
}

/** Returns the names of the stage and the step: `mill › turn`; empty if it is in an earlier attempt. */
export function nameOf({ stages = [] }: Build, { step_id: id }: KeptStep): string {
  for (const stage of stages) {
    const step = stage.steps?.find((each) => each.id === id);
    if (step) return `${stage.name} › ${step.name}`;
  }
  return '';
}
