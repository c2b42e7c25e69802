import type { DefaultBranch } from '@millrace/contract/api';
import { branchStatus, isRed } from '../../domain-ui/branch-state-view.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import css from './branch-state.module.css';
import { dashboardMessages } from './messages.ts';

interface BranchStateProps {
  /** Undefined until it is loaded, and if the branch has no builds. The space is reserved. */
  branch: DefaultBranch | undefined;
  className?: string | undefined;
}

/** The name of a default branch, and whether it is green. */
export function BranchState({ branch, className }: BranchStateProps) {
  const names = useTexts(statusMessages);
  const texts = useTexts(dashboardMessages);
  if (!branch) return <span className={className} />;
  const text = describe(branch, texts, names);
  return (
    <span className={classNames(css.state, className)} title={`${branch.branch}: ${text}`}>
      <span className={css.branch}>{branch.branch}</span>
      <StatusIcon status={branchStatus(branch)} size={14} isDecorative />
      <span className={css.text}>{text}</span>
    </span>
  );
}

function describe(
  branch: DefaultBranch,
  text: Texts<typeof dashboardMessages>,
  names: Texts<typeof statusMessages>,
): string {
  if (isRed(branch)) return text.red(branch.failing_since);
  const shown = branchStatus(branch);
  return shown === 'success' ? text.green : names[shown];
}
