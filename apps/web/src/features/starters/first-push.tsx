import type { User } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { serverAddress } from '../../api/server-address.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DocumentationLink } from './documentation-link.tsx';
import { starterMessages } from './messages.ts';
import { PipelineChoice } from './pipeline-choice.tsx';
import { isRepoName, pushCommands } from './push-commands.ts';
import { firstPipelinesQuery } from './starter-queries.ts';
import css from './starters.module.css';

/** Default path of the pipeline file; the settings of a repository can change it. */
const pipelineFile = '.drone.yml';
const sampleName = 'my-app';

/** The commands to push a first repository to the built-in git hosting. */
export function FirstPush({ login }: { login: User['login'] }) {
  const { common } = useMessages();
  const text = useTexts(starterMessages);
  const [typed, setTyped] = useState(sampleName);
  const { data: pipelines, error, refetch } = useQuery(firstPipelinesQuery);
  const name = typed.trim();
  const isName = isRepoName(name);
  const commands = pushCommands({
    server: serverAddress,
    login,
    namespace: login,
    name: isName ? name : sampleName,
  });
  return (
    <Section title={text.pushTitle}>
      <ol className={css.steps}>
        <li className={css.step}>
          <h3 className={css.stepTitle}>{text.savePipeline(pipelineFile)}</h3>
          {!pipelines && !error && <ListSkeleton />}
          {!pipelines && error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
          {pipelines && <PipelineChoice pipelines={pipelines} fileName={pipelineFile} />}
        </li>
        <li className={css.step}>
          <h3 className={css.stepTitle}>{text.push}</h3>
          <div className={css.name}>
            <TextField
              label={text.repoName}
              value={typed}
              error={isName ? undefined : text.invalidName}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Snippet
            label={text.push}
            text={commands}
            action={<CopyButton text={commands} copied={common.copied} />}
          />
          <p className={css.note}>{text.pushHint}</p>
        </li>
      </ol>
      <DocumentationLink />
    </Section>
  );
}
