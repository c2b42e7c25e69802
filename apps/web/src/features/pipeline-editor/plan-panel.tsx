import type { PlannedBuild } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { filePlanQuery } from '../../api/pipeline-plan-queries.ts';
import { planMessages } from '../../domain-ui/plan-messages.ts';
import { PlannedStages } from '../../domain-ui/planned-stages.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { pipelineEditorMessages } from './messages.ts';
import css from './pipeline-editor.module.css';

interface PlanPanelProps {
  repo: RepoName;
  edited: { text: string; branch: string };
  /** Moves the focus to a line of the edited text. */
  onGoToLine: (line: number) => void;
}

/** Shows the findings of the edited text, and what builds of each event would run. */
export function PlanPanel({ repo, edited, onGoToLine }: PlanPanelProps) {
  const text = useTexts(pipelineEditorMessages);
  const planText = useTexts(planMessages);
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
          {data.left_out.length > 0 && <Notice tone="neutral">{planText.extensions}</Notice>}
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
          <div className={css.events} role="group" aria-label={planText.event}>
            {data.builds.map((build) => (
              <Button
                key={build.event}
                kind="ghost"
                size="small"
                aria-pressed={build === shown}
                onClick={() => setEvent(build.event)}
              >
                {planText.events[build.event]}
              </Button>
            ))}
          </div>
          {shown && <PlannedStages build={shown} />}
        </div>
      )}
    </Section>
  );
}
