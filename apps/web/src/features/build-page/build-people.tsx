import type { Build, Stage } from '@millrace/contract/api';
import { Link } from 'react-router';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from './build-head.module.css';
import { peopleMessages } from './messages.ts';

/** Accounts that restarted, canceled, approved, continued or declined the build. */
export function BuildPeople({ slug, build }: { slug: string; build: Build }) {
  const text = useTexts(peopleMessages);
  const { stages = [] } = build;
  const agreed = stages.filter(({ status }) => status !== 'declined');
  const starters = decidersOf(agreed.filter(isStarted));
  const approvers = decidersOf(agreed.filter((stage) => !isStarted(stage)));
  const decliners = decidersOf(stages.filter(({ status }) => status === 'declined'));
  const canceled = build.status === 'running' ? text.cleaningUp : text.canceled;
  return (
    <>
      {isRestart(build) && (
        <span className={css.fact}>
          <span>
            {text.restarted(build.trigger)}{' '}
            <Link to={paths.build(slug, build.parent ?? 0)}>#{build.parent}</Link>
          </span>
        </span>
      )}
      {approvers && <span className={css.fact}>{text.approved(approvers)}</span>}
      {starters && <span className={css.fact}>{text.started(starters)}</span>}
      {decliners && <span className={css.fact}>{text.declined(decliners)}</span>}
      {distinct(stages, 'decision_note').map((note) => (
        <span key={note} className={css.fact}>
          <q>{note}</q>
        </span>
      ))}
      {build.canceled_by && <span className={css.fact}>{canceled(build.canceled_by)}</span>}
    </>
  );
}

/** A decision about a manual stage starts it, unless its build needs an approval. */
function isStarted({ manual, needs_approval: needsApproval }: Stage): boolean {
  return manual !== undefined && !needsApproval;
}

/** Promotions and rollbacks have a parent too, but the activity line shows that. */
function isRestart({ parent = 0, event }: Build): boolean {
  return parent > 0 && event !== 'promote' && event !== 'rollback';
}

function decidersOf(stages: readonly Stage[]): string {
  return distinct(stages, 'decided_by').join(', ');
}

/** Returns the values that stages have of a field, each once. */
function distinct(stages: readonly Stage[], field: 'decided_by' | 'decision_note'): string[] {
  return [...new Set(stages.flatMap((stage) => stage[field] ?? []))];
}
