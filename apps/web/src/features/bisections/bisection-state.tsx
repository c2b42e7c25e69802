import type { BisectionStatus } from '@millrace/contract/vocabulary';
import type { ShownStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './bisections.module.css';
import { bisectionMessages } from './messages.ts';

const icons: Record<BisectionStatus, ShownStatus> = {
  running: 'running',
  found: 'success',
  random: 'success',
  unknown: 'skipped',
  canceled: 'killed',
  failed: 'error',
};

/** The status of a bisection as icon and text. */
export function BisectionState({ status }: { status: BisectionStatus }) {
  const text = useTexts(bisectionMessages);
  return (
    <span className={css.state}>
      <StatusIcon status={icons[status]} isDecorative />
      {text.statuses[status]}
    </span>
  );
}
