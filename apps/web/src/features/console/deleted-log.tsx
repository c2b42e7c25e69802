import type { Stage, Step } from '@millrace/contract/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsoleHead } from './console-head.tsx';
import css from './console-pane.module.css';
import { consoleMessages } from './messages.ts';

interface DeletedLogProps {
  stage: Stage;
  step: Step | undefined;
  closeButton: ReactNode;
  /** Set if the user deleted the log: the delete button, which had the focus, is no longer rendered. */
  takesFocus: boolean;
}

/** Replaces a log that the user just deleted, or that retention deleted: the page has a notice about that. */
export function DeletedLog({ stage, step, closeButton, takesFocus }: DeletedLogProps) {
  const text = useTexts(consoleMessages);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) pane.current?.focus();
  }, [takesFocus]);
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
