import type { Repo, User } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { serverAddress } from '../../api/server-address.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../../lib/server-kind.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { ConvertedChoice } from './converted-choice.tsx';
import { DocumentationLink } from './documentation-link.tsx';
import { starterMessages } from './messages.ts';
import { PipelineChoice } from './pipeline-choice.tsx';
import { pushCommands } from './push-commands.ts';
import { starterPipelinesQuery } from './starter-queries.ts';

interface StarterPanelProps {
  repo: Repo;
  user: Pick<User, 'login'>;
}

/** Suggests pipelines for a repository whose default branch has no pipeline file. */
export function StarterPanel({ repo, user }: StarterPanelProps) {
  const { common } = useMessages();
  const text = useTexts(starterMessages);
  const { data } = useQuery(starterPipelinesQuery(repo));
  if (!data || data.state === 'present') return null;
  const { slug, namespace, name, default_branch, config_path } = repo;
  const commands = pushCommands({ server: serverAddress, login: user.login, namespace, name });
  return (
    <Section title={text.pipelineTitle}>
      <p>
        {data.state === 'empty'
          ? text.emptyRepo(slug, config_path)
          : (data.converted.length > 0 ? text.converted : text.missing)(
              slug,
              default_branch,
              config_path,
            )}
      </p>
      {data.converted.length > 0 ? (
        <ConvertedChoice converted={data.converted} fileName={config_path} />
      ) : (
        <PipelineChoice pipelines={data.pipelines} fileName={config_path} />
      )}
      {data.state === 'empty' && hasOwnAccounts() && (
        <Snippet
          label={text.push}
          text={commands}
          action={<CopyButton text={commands} copied={common.copied} />}
        />
      )}
      <DocumentationLink />
    </Section>
  );
}
