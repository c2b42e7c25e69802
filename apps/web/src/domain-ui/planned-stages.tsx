import type { PlannedBuild, PlannedPipeline } from '@millrace/contract/api';
import { useTexts } from '../lib/i18n/messages.tsx';
import { planMessages } from './plan-messages.ts';
import css from './planned-stages.module.css';

/** Lists what a build would run, and why it leaves the rest out. */
export function PlannedStages({ build: { error, pipelines } }: { build: PlannedBuild }) {
  const text = useTexts(planMessages);
  if (error) return <p className={css.reason}>{text.couldNotStart(error)}</p>;
  return (
    <ul className={css.stages} aria-label={text.stages}>
      {pipelines.map((pipeline, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several pipelines may have one name
        <li key={`${pipeline.name} ${at}`} data-runs={pipeline.runs}>
          <PlannedStage pipeline={pipeline} />
        </li>
      ))}
    </ul>
  );
}

function PlannedStage({ pipeline }: { pipeline: PlannedPipeline }) {
  const text = useTexts(planMessages);
  const { name, depends_on: dependsOn, runs, manual, steps } = pipeline;
  const { why_not: whyNot, only_if: onlyIf, matrix_from: sources = [] } = pipeline;
  return (
    <>
      <p>
        <strong>{name}</strong> <span className={css.mark}>{runs ? text.runs : text.leftOut}</span>
      </p>
      {runs && manual && <p className={css.reason}>{text.manual[manual]}</p>}
      {dependsOn.length > 0 && <p className={css.reason}>{text.after(dependsOn.join(', '))}</p>}
      {whyNot !== null && <p className={css.reason}>{whyNot}</p>}
      {sources.length > 0 && <p className={css.reason}>{text.matrixFrom(sources.join(', '))}</p>}
      {onlyIf !== null && <p className={css.reason}>{text.onlyIf(onlyIf)}</p>}
      {runs && (
        <ul>
          {steps.map((step) => (
            <li key={step.name} data-runs={step.run !== 'never'}>
              {step.name}
              {step.run !== 'on_success' && (
                <span className={css.reason}> {step.why_not ?? text.policies[step.run]}</span>
              )}
              {step.repositories?.map(({ repository, ref, path }) => (
                <span key={path} className={css.reason}>
                  {' '}
                  {text.alsoClones(ref ? `${repository}@${ref}` : repository, path)}
                </span>
              ))}
              {step.only_if !== null && (
                <span className={css.reason}> {text.onlyIf(step.only_if)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
