import type { BisectionStatus } from '@millrace/contract/vocabulary';
import type { ShownStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useBisectionMessages } from '../../lib/i18n/bisection-messages.ts';
import css from './bisections.module.css';

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
  const text = useBisectionMessages();
  return (
    <span className={css.state}>
      <StatusIcon status={icons[status]} isDecorative />
      {text.statuses[status]}
    </span>
  );
}
