import type { KeptStep } from '@millrace/contract/api';
import { X } from 'lucide';
import { useRef, useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ContinueButton } from './continue-button.tsx';
import { terminalMessages } from './messages.ts';
import { useReleaseKeptStep } from './terminal-mutations.ts';
import { describeState, type TerminalState } from './terminal-state.ts';
import css from './terminals.module.css';
import { TimeUntil } from './time-until.tsx';

const TerminalView = lazyPart(() => import('./terminal-view.tsx'), 'TerminalView');

interface TerminalDialogProps {
  repo: RepoName;
  kept: KeptStep;
  /** `mill › turn`. */
  step: string;
  isOpen: boolean;
  onClose: () => void;
}

/** A terminal that fills the screen. Closing it ends the terminal. */
export function TerminalDialog({ repo, kept, step, isOpen, onClose }: TerminalDialogProps) {
  const { common } = useMessages();
  const text = useTexts(terminalMessages);
  const [state, setState] = useState<TerminalState>({ kind: 'opening' });
  /** Number of the terminal in this dialog. */
  const [round, setRound] = useState(1);
  const [isConfirming, setIsConfirming] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const { mutate: release } = useReleaseKeptStep(repo);
  const hasEnded = state.kind === 'ended' || state.kind === 'refused';
  const openAgain = () => {
    setState({ kind: 'opening' });
    setRound(round + 1);
  };
  return (
    <Dialog title={text.title(step)} isOpen={isOpen} onClose={onClose} isFullscreen>
      <div className={css.head}>
        <strong className={css.step}>{step}</strong>
        {kept.ended === 0 && (
          <span className={css.fact}>
            <TimeUntil until={kept.until} />
          </span>
        )}
        <span className={classNames(css.fact, css.leave)}>{text.leaveHint}</span>
        <span className={css.actions}>
          {hasEnded && kept.ended === 0 && (
            <Button size="small" onClick={openAgain}>
              {text.again}
            </Button>
          )}
          {kept.ended === 0 &&
            (kept.paused ? (
              <ContinueButton repo={repo} kept={kept} />
            ) : (
              <Button size="small" onClick={() => setIsConfirming(true)}>
                {text.remove}
              </Button>
            ))}
          <Button
            ref={closeButton}
            kind="ghost"
            size="small"
            isIcon
            aria-label={common.close}
            onClick={onClose}
          >
            <Icon icon={X} />
          </Button>
        </span>
      </div>
      <p className={css.state} role="status">
        {describeState(state, text)}
      </p>
      <TerminalView
        key={round}
        repo={repo}
        kept={kept.id}
        label={text.title(step)}
        onState={setState}
        onLeave={() => closeButton.current?.focus()}
      />
      <ConfirmDialog
        question={text.removeQuestion}
        detail={text.removeDetail}
        action={text.remove}
        isOpen={isConfirming}
        onConfirm={() => release(kept.id)}
        onClose={() => setIsConfirming(false)}
      />
    </Dialog>
  );
}
