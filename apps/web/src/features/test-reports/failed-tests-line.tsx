import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './failed-tests-line.module.css';
import { testMessages } from './messages.ts';
import { failedTestsQuery, type TestedRepo } from './test-queries.ts';

interface FailedTestsLineProps {
  repo: TestedRepo;
  build: Build;
  onOpen: () => void;
}

/** Number of failed tests of a build, as a link to them. */
export function FailedTestsLine({ repo, build, onOpen }: FailedTestsLineProps) {
  const text = useTexts(testMessages);
  const { data } = useQuery(failedTestsQuery(repo, build));
  const failed = build.tests?.failed ?? 0;
  return (
    <p>
      <button type="button" className={css.open} onClick={onOpen}>
        {text.failedTests(data?.counts.failed ?? failed, data?.counts.new ?? 0)}
      </button>
    </p>
  );
}
