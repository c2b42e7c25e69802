import type { Stage, Step } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { stepStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import css from './console-pane.module.css';

interface ConsoleHeadProps {
  stage: Stage;
  step: Step | undefined;
  /** Button that returns to the page below the console. */
  closeButton: ReactNode;
  /** Buttons for the log. */
  children?: ReactNode;
}

export function ConsoleHead({ stage, step, closeButton, children }: ConsoleHeadProps) {
  const timed = step ?? stage;
  return (
    <div className={css.head}>
      <div className={css.name}>
        <StatusIcon status={stepStatus(step ?? stage)} />
        <h2>
          <span className={css.stage} title={stage.name}>
            {stage.name}
          </span>
          {step && <span className={css.step} title={step.name}>{` / ${step.name}`}</span>}
        </h2>
        <span className={css.duration}>
          <RunDuration started={timed.started} stopped={timed.stopped} ms={step?.duration_ms} />
        </span>
      </div>
      {closeButton}
      {children}
    </div>
  );
}
