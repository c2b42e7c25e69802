import type { Stage, Step } from '@millrace/contract/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsoleHead } from './console-head.tsx';
import css from './console-pane.module.css';

interface DeletedLogProps {
  stage: Stage;
  step: Step | undefined;
  closeButton: ReactNode;
}

/** Stands in place of a log that was deleted here: the server no longer knows that there was one. */
export function DeletedLog({ stage, step, closeButton }: DeletedLogProps) {
  const { console: text } = usePageMessages();
  const pane = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => pane.current?.focus(), []);
  const label = text.label(stage.name, step?.name ?? '');
  return (
    <section ref={pane} className={css.pane} aria-label={label} tabIndex={-1}>
      <ConsoleHead stage={stage} step={step} closeButton={closeButton} />
      <div className={css.box}>
        <Notice tone="neutral">{text.logDeleted}</Notice>
      </div>
    </section>
  );
}
