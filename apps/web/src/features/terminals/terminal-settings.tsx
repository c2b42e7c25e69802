import { useQuery } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { terminalSettingsQuery } from '../../api/terminal-settings-query.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { terminalMessages } from './messages.ts';
import { useChangeTerminalSettings } from './terminal-mutations.ts';

/** Setting of a repository: whether failed steps are kept for terminals. */
export function TerminalSettings({ repo }: { repo: RepoName }) {
  const text = useTexts(terminalMessages);
  const { data } = useQuery(terminalSettingsQuery(repo));
  const { mutate, isPending, variables } = useChangeTerminalSettings(repo);
  if (!data) return null;
  return (
    <Section title={text.settings}>
      <Switch
        label={text.keepLabel}
        hint={text.keepHint}
        checked={(isPending ? variables : undefined) ?? data.keep_failed}
        onChange={(checked) => mutate(checked)}
      />
    </Section>
  );
}
