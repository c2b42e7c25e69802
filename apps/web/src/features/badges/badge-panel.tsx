import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { serverAddress } from '../../api/server-address.ts';
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
import { PublicBadge } from './public-badge.tsx';

interface BadgePanelProps {
  repo: Pick<Repo, 'namespace' | 'name' | 'slug' | 'default_branch' | 'visibility'>;
  /** Whether the viewer may show the badge to everybody. */
  canSign: boolean;
}

export function BadgePanel({ repo, canSign }: BadgePanelProps) {
  const { slug } = repo;
  const { common } = useMessages();
  const text = useTexts(badgeMessages);
  const [syntax, setSyntax] = useState<BadgeSyntax>('Markdown');
  const [branch, setBranch] = useState('');
  const suggestions = useBranchSuggestions(repo);
  const [signed, setSigned] = useState<{ branch: string; signature: string }>();
  // A signature is for one branch.
  const signature = signed?.branch === branch ? signed.signature : undefined;
  const address = { server: serverAddress, slug, branch, signature };
  const image = badgeImageUrl(address);
  const snippet = badgeSnippet(syntax, address);
  return (
    <Section title={text.title}>
      <img className={css.preview} src={image} alt={text.preview} height={20} />
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
      {canSign && repo.visibility !== 'public' && (
        <PublicBadge
          repo={repo}
          branch={branch}
          image={image}
          isSigned={signature !== undefined}
          onSign={(made) => setSigned(made === undefined ? undefined : { branch, signature: made })}
        />
      )}
    </Section>
  );
}
