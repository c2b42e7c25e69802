import type { RepoTest } from '@millrace/contract/api';
import { ChevronDown } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatMs } from './format-ms.ts';
import { testMessages } from './messages.ts';
import css from './repo-tests.module.css';
import { StatusBars } from './status-bars.tsx';
import { TestHistoryList } from './test-history-list.tsx';
import type { TestedRepo } from './test-queries.ts';
import { shareOf } from './test-view.ts';
import unfolding from './unfolding-row.module.css';

interface RepoTestRowProps {
  repo: TestedRepo;
  test: RepoTest;
  branch: string;
  renderBuild: (number: number) => ReactNode;
}

/** A test with its results in the last builds. It expands to a list of those builds. */
export function RepoTestRow({ repo, test, branch, renderBuild }: RepoTestRowProps) {
  const text = useTexts(testMessages);
  const [isOpen, setIsOpen] = useState(false);
  const historyId = useId();
  const { name, suite, stage_name: stage, ran, failed, flaky } = test;
  return (
    <>
      <button
        type="button"
        className={classNames(unfolding.row, css.row)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? historyId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={css.names}>
          <span className={css.name} title={name}>
            {name}
          </span>
          <span className={css.suite} title={suite}>
            {[stage, suite].filter(Boolean).join(' › ')}
          </span>
        </span>
        <StatusBars statuses={test.statuses} />
        <span className={css.rates}>
          <span className={failed > 0 ? css.failed : undefined}>
            {text.failedOf(failed, ran, shareOf(failed, test))}
          </span>
          {flaky > 0 && <span className={css.flaky}>{text.flakyOf(shareOf(flaky, test))}</span>}
        </span>
        <span className={css.time} title={text.median}>
          {formatMs(test.median_ms)}
        </span>
        <Icon icon={ChevronDown} size={12} />
      </button>
      {isOpen && (
        <div id={historyId} className={css.history}>
          <TestHistoryList repo={repo} test={test.id} branch={branch} renderBuild={renderBuild} />
        </div>
      )}
    </>
  );
}
