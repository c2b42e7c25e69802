import type { Build, Stage, Step } from '@millrace/contract/api';
import { ChevronRight } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buildPath } from '../../domain-ui/build-address.ts';
import { stageLabel } from '../../domain-ui/placeholder-text.ts';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { stageStatus, stepStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { StepLink } from '../../domain-ui/step-link.tsx';
import { classNames } from '../../lib/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './stage-tree.module.css';
import { isExpandable, isSelectable } from './stage-tree-view.ts';

interface StageBranchProps {
  slug: string;
  build: Build;
  stage: Stage;
  /** Number of the selected step, or null if another stage is selected. */
  selectedStep: number | null;
  /** Its name in the tree; by default its own. */
  name?: string;
  /** Steps to show at once; by default all, when the stage is opened. */
  foundSteps?: Step[] | undefined;
  /** Shown beside the duration of the stage. */
  children: ReactNode;
}

/** An expandable stage with its steps. */
export function StageBranch({
  slug,
  build,
  stage,
  selectedStep,
  name = stageLabel(stage),
  foundSteps,
  children,
}: StageBranchProps) {
  const isSelected = selectedStep !== null;
  const [isOpened, setIsOpen] = useState(isSelected);
  const isOpen = isOpened || foundSteps !== undefined;
  useEffect(() => {
    if (isSelected) setIsOpen(true);
  }, [isSelected]);
  const label = (
    <>
      <StatusIcon status={stageStatus(stage)} />
      <span className={css.name} title={stage.name}>
        {name}
      </span>
      <span className={css.duration}>
        <RunDuration started={stage.started} stopped={stage.stopped} />
        {children}
      </span>
    </>
  );
  if (!isExpandable(stage)) {
    return (
      <li>
        <StepLink
          className={classNames(css.row, css.stage)}
          to={buildPath(slug, build, stage.number)}
          aria-current={isSelected ? 'page' : undefined}
        >
          <span className={css.spacer} />
          {label}
        </StepLink>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={classNames(css.row, css.stage)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={css.chevron}>
          <Icon icon={ChevronRight} size={12} />
        </span>
        {label}
      </button>
      {isOpen && (
        <ul className={css.steps}>
          {(foundSteps ?? stage.steps)?.map((step) => (
            <li key={step.number}>
              <StepRow
                step={step}
                to={buildPath(slug, build, stage.number, step.number)}
                isSelected={selectedStep === step.number}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface StepRowProps {
  step: Step;
  to: string;
  isSelected: boolean;
}

function StepRow({ step, to, isSelected }: StepRowProps) {
  const row = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const face = (
    <>
      <StatusIcon status={stepStatus(step)} size={14} />
      <span className={css.name} title={step.name}>
        {step.name}
      </span>
      <span className={css.duration}>
        <RunDuration started={step.started} stopped={step.stopped} ms={step.duration_ms} />
      </span>
    </>
  );
  if (!isSelectable(step)) return <span className={classNames(css.row, css.disabled)}>{face}</span>;
  return (
    <StepLink ref={row} className={css.row} to={to} aria-current={isSelected ? 'page' : undefined}>
      {face}
    </StepLink>
  );
}
