import type { Stage, Step } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import css from './console-pane.module.css';

interface ConsoleHeadProps {
  stage: Stage;
  step: Step | undefined;
  /** What can be done with the log. */
  children: ReactNode;
}

export function ConsoleHead({ stage, step, children }: ConsoleHeadProps) {
  const timed = step ?? stage;
  return (
    <div className={css.head}>
      <div className={css.name}>
        <StatusIcon status={timed.status} />
        <h2>
          <span className={css.stage}>{stage.name}</span>
          {step && ` / ${step.name}`}
        </h2>
        <span className={css.duration}>
          <RunDuration started={timed.started} stopped={timed.stopped} />
        </span>
      </div>
      {children}
    </div>
  );
}
