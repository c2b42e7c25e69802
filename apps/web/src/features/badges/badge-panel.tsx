import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { serverOrigin } from '../../api/server-address.ts';
import { defaultBranchOf } from '../../lib/default-branch.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import css from './badge-panel.module.css';
import { type BadgeSyntax, badgeImageUrl, badgeSnippet, badgeSyntaxes } from './badge-view.ts';
import { badgeMessages } from './messages.ts';

interface BadgePanelProps {
  repo: Pick<Repo, 'namespace' | 'name' | 'slug' | 'default_branch'>;
}

export function BadgePanel({ repo }: BadgePanelProps) {
  const { slug } = repo;
  const { common } = useMessages();
  const text = useTexts(badgeMessages);
  const [syntax, setSyntax] = useState<BadgeSyntax>('Markdown');
  const [branch, setBranch] = useState('');
  const suggestions = useBranchSuggestions(repo);
  const snippet = badgeSnippet(syntax, serverOrigin, slug, branch);
  return (
    <Section title={text.title}>
      <img
        className={css.preview}
        src={badgeImageUrl(serverOrigin, slug, branch)}
        alt={text.preview}
        height={20}
      />
      <div className={css.fields}>
        <SelectField
          label={text.syntax}
          value={syntax}
          options={badgeSyntaxes.map((value) => ({ value, label: value }))}
          onChange={setSyntax}
        />
        <ComboboxField
          label={text.branch}
          placeholder={defaultBranchOf(repo)}
          value={branch}
          {...suggestions}
          onChange={setBranch}
        />
      </div>
      <Snippet
        label={text.snippet}
        text={snippet}
        action={<CopyButton text={snippet} copied={common.copied} />}
      />
    </Section>
  );
}
