import type { PlannedBuild, PlannedPipeline } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { pipelineEditorMessages } from './messages.ts';
import css from './pipeline-editor.module.css';
import { filePlanQuery } from './pipeline-editor-queries.ts';

interface PlanPanelProps {
  repo: RepoName;
  edited: { text: string; branch: string };
  /** Moves the focus to a line of the edited text. */
  onGoToLine: (line: number) => void;
}

/** Shows the findings of the edited text, and what builds of each event would run. */
export function PlanPanel({ repo, edited, onGoToLine }: PlanPanelProps) {
  const text = useTexts(pipelineEditorMessages);
  const [event, setEvent] = useState<PlannedBuild['event']>('push');
  const { data, error, isPlaceholderData } = useQuery(filePlanQuery(repo, edited));
  const shown = data?.builds.find((build) => build.event === event) ?? data?.builds[0];
  return (
    <Section title={text.plan}>
      {error && !isPlaceholderData && (
        <Notice tone="danger">{describeFailure(error).message}</Notice>
      )}
      {!data && !error && <ListSkeleton />}
      {data && (
        <div className={css.plan} aria-busy={isPlaceholderData}>
          {data.left_out.length > 0 && <Notice tone="neutral">{text.extensions}</Notice>}
          {data.problems.length > 0 && (
            <ul className={css.problems} aria-label={text.findings}>
              {data.problems.map(({ severity, file, line, column, message }) => (
                <li key={`${file} ${line} ${column} ${message}`} data-severity={severity}>
                  {file === undefined ? (
                    <Button kind="ghost" size="small" onClick={() => onGoToLine(line)}>
                      {text.place(file, line)}
                    </Button>
                  ) : (
                    <span className={css.place}>{text.place(file, line)}</span>
                  )}{' '}
                  {message}
                </li>
              ))}
            </ul>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
          <div className={css.events} role="group" aria-label={text.event}>
            {data.builds.map((build) => (
              <Button
                key={build.event}
                kind="ghost"
                size="small"
                aria-pressed={build === shown}
                onClick={() => setEvent(build.event)}
              >
                {text.events[build.event]}
              </Button>
            ))}
          </div>
          {shown && <PlannedStages build={shown} />}
        </div>
      )}
    </Section>
  );
}

function PlannedStages({ build: { error, pipelines } }: { build: PlannedBuild }) {
  const text = useTexts(pipelineEditorMessages);
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
  const text = useTexts(pipelineEditorMessages);
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
