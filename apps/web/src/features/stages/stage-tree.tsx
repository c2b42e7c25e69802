import type { Build, Stage } from '@millrace/contract/api';
import type { KeyboardEvent, ReactNode } from 'react';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { StageBranch } from './stage-branch.tsx';
import css from './stage-tree.module.css';
import { StageTreeSkeleton } from './stage-tree-skeleton.tsx';

const GroupedStages = lazyPart(() => import('./grouped-stages.tsx'), 'GroupedStages', {
  instead: StageTreeSkeleton,
});

export interface StageTreeProps {
  slug: string;
  build: Build;
  stageNumber: number;
  stepNumber: number;
  /** Renders when a stage probably starts or ends. */
  renderTimeLeft: (slug: string, build: Build, stage: Stage) => ReactNode;
}

export function StageTree(props: StageTreeProps) {
  const { slug, build, stageNumber, stepNumber, renderTimeLeft } = props;
  const text = useTexts(buildMessages);
  return (
    <nav className={css.tree} aria-label={text.stages} onKeyDown={moveFocus}>
      {needsGroups(build) ? (
        <GroupedStages {...props} />
      ) : (
        <ul>
          {build.stages?.map((stage) => (
            <StageBranch
              key={stage.number}
              slug={slug}
              build={build}
              stage={stage}
              selectedStep={stage.number === stageNumber ? stepNumber : null}
            >
              {renderTimeLeft(slug, build, stage)}
            </StageBranch>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** Returns whether a list of the stages would be too long, or say the name of a matrix again and again. */
function needsGroups({ stages = [] }: Build): boolean {
  return stages.some(({ name }, at) => at > 13 || name.endsWith(')'));
}

/** Moves the focus between the visible rows with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined || !rows[next]) return;
  event.preventDefault();
  rows[next].focus();
}
