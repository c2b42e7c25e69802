import type { Build, TestOfBuild } from '@millrace/contract/api';
import { ChevronDown } from 'lucide';
import { type ReactNode, useId } from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatMs } from './format-ms.ts';
import { testMessages } from './messages.ts';
import { TestDetail } from './test-detail.tsx';
import type { TestedRepo } from './test-queries.ts';
import css from './test-row.module.css';
import { shownAs } from './test-view.ts';
import unfolding from './unfolding-row.module.css';

interface TestRowProps {
  repo: TestedRepo;
  build: Build;
  test: TestOfBuild;
  isOpen: boolean;
  onToggle: () => void;
  renderLogLink: (stage: number, step: number) => ReactNode;
}

/** A test as a row that expands to its details. */
export function TestRow({ repo, build, test, isOpen, onToggle, renderLogLink }: TestRowProps) {
  const text = useTexts(testMessages);
  const detailId = useId();
  const { suite, name, stage_name: stage, status, ms, message } = test;
  const hasStages = (build.stages?.length ?? 0) > 1;
  return (
    <>
      <button
        type="button"
        className={classNames(unfolding.row, css.row)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={onToggle}
      >
        <StatusIcon status={shownAs[status]} />
        <span className={css.names}>
          <span className={css.name} title={name}>
            {name}
          </span>
          {test.is_new && <span className={css.new}>{text.isNew}</span>}
          {test.is_flaky && <span className={css.flaky}>{text.isFlaky}</span>}
          <span className={css.suite} title={suite}>
            {[hasStages && stage, suite].filter(Boolean).join(' › ')}
          </span>
        </span>
        <span className={css.time}>{formatMs(ms)}</span>
        <Icon icon={ChevronDown} size={12} />
        {message && !isOpen && <span className={css.message}>{message.split('\n')[0]}</span>}
      </button>
      {isOpen && (
        <div id={detailId} className={css.detail}>
          <TestDetail repo={repo} build={build} test={test} renderLogLink={renderLogLink} />
        </div>
      )}
    </>
  );
}

export function TestRowSkeleton() {
  return (
    <div className={classNames(unfolding.row, css.row)} aria-hidden="true">
      <Skeleton width={16} height={16} />
      <Skeleton width="45%" />
      <Skeleton width={40} />
    </div>
  );
}
