import type { BisectionRun } from '@millrace/contract/api';
import { Link } from 'react-router';
import type { ShownStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from './bisections.module.css';
import { bisectionMessages } from './messages.ts';

const icons: Record<NonNullable<BisectionRun['outcome']> | 'running', ShownStatus> = {
  running: 'running',
  passed: 'success',
  failed: 'failure',
  unbuildable: 'skipped',
  unclear: 'killed',
};

/** The outcome of a run, as a link to its build if it has one. */
export function OutcomeLink({ slug, run }: { slug: string; run: BisectionRun }) {
  const text = useTexts(bisectionMessages);
  const outcome = run.outcome ?? 'running';
  const content = (
    <>
      <StatusIcon status={icons[outcome]} size={14} isDecorative />
      {run.build > 0 && `#${run.build} `}
      {run.build === 0 && outcome === 'unbuildable' ? text.noStep : text.outcomes[outcome]}
    </>
  );
  if (run.build === 0) return <span className={css.outcome}>{content}</span>;
  return (
    <Link className={classNames(css.outcome, css.linked)} to={paths.build(slug, run.build)}>
      {content}
    </Link>
  );
}
