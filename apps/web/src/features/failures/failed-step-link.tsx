import type { Build, FailingStep } from '@millrace/contract/api';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { StepLink } from '../../domain-ui/step-link.tsx';
import { paths } from '../../lib/paths.ts';
import css from './failure-summary.module.css';

interface FailedStepLinkProps {
  slug: string;
  build: Build;
  step: Pick<FailingStep, 'stage' | 'stage_name' | 'step' | 'step_name'>;
}

/** Links the name of a failed step to its log. */
export function FailedStepLink({ slug, build, step }: FailedStepLinkProps) {
  const { stage_name: stage, step_name: name } = step;
  return (
    <StepLink
      className={css.name}
      title={name ? `${stage} › ${name}` : stage}
      to={paths.build(slug, build.number, step.stage, step.step ?? 1)}
    >
      <StatusIcon status="failure" size={14} />
      <span className={css.stageName}>{stage}</span>
      {name && <span className={css.stepName}>{` › ${name}`}</span>}
    </StepLink>
  );
}
