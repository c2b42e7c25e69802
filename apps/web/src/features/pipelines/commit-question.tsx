import type { CommitPlan } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { commitPlanQuery } from '../../api/pipeline-plan-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { PlannedStages } from '../../domain-ui/planned-stages.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Findings, questionId } from './branch-plan.tsx';
import { pipelinesMessages } from './messages.ts';
import css from './pipelines.module.css';

/** Asks what a push of a commit starts. The commit is in the address, so that the answer can be shared. */
export function CommitQuestion({ repo }: { repo: RepoName }) {
  const text = useTexts(pipelinesMessages);
  const [parameters, change] = useAddressParameters();
  const asked = parameters.get('commit') ?? '';
  const [typed, setTyped] = useState(asked);
  return (
    <Section title={text.why}>
      <form
        id={questionId}
        className={css.question}
        onSubmit={(event) => {
          event.preventDefault();
          change({ commit: typed.trim() });
        }}
      >
        <TextField
          label={text.commit}
          hint={text.commitHint}
          value={typed}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{text.ask}</Button>
      </form>
      {asked && <Answer repo={repo} commit={asked} branch={parameters.get('branch') ?? ''} />}
    </Section>
  );
}

interface AnswerProps {
  repo: RepoName;
  commit: string;
  branch: string;
}

function Answer({ repo, commit, branch }: AnswerProps) {
  const text = useTexts(pipelinesMessages);
  const { data, error, refetch } = useQuery(commitPlanQuery(repo, commit, branch));
  if (error)
    return <LoadFailure title={text.askFailed} {...describeFailure(error)} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const { builds, problems, path, push } = data;
  return (
    <div className={css.plan}>
      <p aria-live="polite">
        {reasonOf(data, text)}{' '}
        {builds.map((number) => (
          <Link
            key={number}
            className={css.build}
            to={paths.build(`${repo.namespace}/${repo.name}`, number)}
          >
            #{number}
          </Link>
        ))}
      </p>
      <Findings problems={problems} path={path} />
      {push && <PlannedStages build={push} />}
    </div>
  );
}

function reasonOf(
  { commit, title, builds, refusal, has_file: hasFile, path, push }: CommitPlan,
  text: Texts<typeof pipelinesMessages>,
): string {
  const name = `${commit.slice(0, 8)} “${title}”`;
  if (builds.length > 0) return text.hasBuilds(name);
  if (refusal !== null) return text.refused(name, refusal);
  if (!hasFile) return text.hasNoFile(name, path);
  const runs = push?.error || push?.pipelines.some((pipeline) => pipeline.runs);
  return runs ? text.wouldBuild(name) : text.nothingRuns(name);
}
