import type { Build } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './failure-summary.module.css';
import { failureCauseMessages } from './messages.ts';

/** The causes of failed stages that are not in the code, one for each stage. */
export function FailureCauses({ build: { stages = [] } }: { build: Build }) {
  const text = useTexts(failureCauseMessages);
  return stages.map(
    ({ id, name, failure_cause: cause }) =>
      cause && (
        <span key={id} className={css.cause}>
          {text[cause](name)}
        </span>
      ),
  );
}
