import type { Build } from '@millrace/contract/api';
import { useFailureCauseMessages } from '../../lib/i18n/failure-cause-messages.ts';
import css from './failure-summary.module.css';

/** The causes of failed stages that are not in the code, one for each stage. */
export function FailureCauses({ build: { stages = [] } }: { build: Build }) {
  const text = useFailureCauseMessages();
  return stages.map(
    ({ id, name, failure_cause: cause }) =>
      cause && (
        <span key={id} className={css.cause}>
          {text[cause](name)}
        </span>
      ),
  );
}
