import type { TestStatus } from '@millrace/contract/vocabulary';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { testMessages } from './messages.ts';
import css from './status-bars.module.css';
import { hasFailed } from './test-view.ts';

/**
 * Results of a test in the last builds as bars, the newest at the right: high if it failed, low if it passed.
 */
export function StatusBars({ statuses }: { statuses: readonly (TestStatus | null)[] }) {
  const text = useTexts(testMessages);
  const failed = statuses.filter(hasFailed).length;
  const passed = statuses.filter((status) => status === 'passed').length;
  return (
    <span
      className={css.bars}
      role="img"
      aria-label={text.inLastBuilds(statuses.length, failed, passed)}
    >
      {statuses
        .map((status, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity other than its position
          <span key={at} className={classNames(css.bar, css[status ?? 'none'])} />
        ))
        .reverse()}
    </span>
  );
}
