import type { DefaultBranch } from '@millrace/contract/api';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { PageMessages } from '../../lib/i18n/en-pages.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import css from './branch-state.module.css';
import { branchStatus, isRed } from './branch-state-view.ts';

interface BranchStateProps {
  /** Undefined until it is loaded, and if the branch has no builds. The space is reserved. */
  branch: DefaultBranch | undefined;
  className?: string | undefined;
}

/** The name of a default branch, and whether it is green. */
export function BranchState({ branch, className }: BranchStateProps) {
  const messages = usePageMessages();
  if (!branch) return <span className={className} />;
  const text = describe(branch, messages);
  return (
    <span className={classNames(css.state, className)} title={`${branch.branch}: ${text}`}>
      <span className={css.branch}>{branch.branch}</span>
      <StatusIcon status={branchStatus(branch)} size={14} isDecorative />
      <span className={css.text}>{text}</span>
    </span>
  );
}

function describe(branch: DefaultBranch, { dashboard: text, status }: PageMessages): string {
  if (isRed(branch)) return text.red(branch.failing_since);
  const shown = branchStatus(branch);
  return shown === 'success' ? text.green : status[shown];
}
