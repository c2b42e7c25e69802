import { Dialog } from '@base-ui/react/dialog';
import type { Stage, Step } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { X } from 'lucide';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { stepStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { stepInfoMessages } from './messages.ts';
import css from './step-drawer.module.css';

const withoutData: ReadonlySet<Status> = new Set([
  'pending',
  'skipped',
  'blocked',
  'waiting_on_dependencies',
]);

interface StepDrawerProps {
  stage: Stage;
  step: Step;
  isOpen: boolean;
  onClose: () => void;
  /** Content below the details of a started step. */
  children: ReactNode;
}

/** A drawer with the times and the runner of a step. It slides in within 200 ms. */
export function StepDrawer({ stage, step, isOpen, onClose, children }: StepDrawerProps) {
  const { common } = useMessages();
  const text = useTexts(stepInfoMessages);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose()} modal={false}>
      <Dialog.Portal>
        <Dialog.Popup className={css.drawer}>
          <div className={css.head}>
            <StatusIcon status={stepStatus(step)} />
            <Dialog.Title className={css.title}>{step.name}</Dialog.Title>
            <Dialog.Close
              className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
              aria-label={common.close}
            >
              <Icon icon={X} />
            </Dialog.Close>
          </div>
          {withoutData.has(step.status) ? (
            <p className={css.none}>{text.unavailable}</p>
          ) : (
            <>
              <dl className={css.facts}>
                <Fact name={text.started}>
                  <RelativeTime timeSec={step.started} />
                </Fact>
                {Boolean(step.stopped) && (
                  <Fact name={text.finished}>
                    <RelativeTime timeSec={step.stopped} />
                  </Fact>
                )}
                <Fact name={text.duration}>
                  <RunDuration
                    started={step.started}
                    stopped={step.stopped}
                    ms={step.duration_ms}
                  />
                </Fact>
                <Fact name={text.runner}>{stage.machine}</Fact>
              </dl>
              {children}
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
