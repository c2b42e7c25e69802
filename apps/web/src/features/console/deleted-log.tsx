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

/** Replaces a log that the user just deleted. The server does not report that a log was deleted. */
export function DeletedLog({ stage, step, closeButton }: DeletedLogProps) {
  const { console: text } = usePageMessages();
  const pane = useRef<HTMLElement>(null);
  // The delete button, which had the focus, is no longer rendered.
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
