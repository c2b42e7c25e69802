import { useState } from 'react';
import { serverOrigin } from '../../api/server-address.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './badge-panel.module.css';
import { type BadgeSyntax, badgeImageUrl, badgeSnippet, badgeSyntaxes } from './badge-view.ts';

export function BadgePanel({ slug }: { slug: string }) {
  const { common } = useMessages();
  const { badges: text } = usePageMessages();
  const [syntax, setSyntax] = useState<BadgeSyntax>('Markdown');
  const [branch, setBranch] = useState('');
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
        <Select
          label={text.syntax}
          value={syntax}
          options={badgeSyntaxes.map((value) => ({ value, label: value }))}
          onChange={setSyntax}
        />
        <TextField
          label={text.branch}
          placeholder="master"
          value={branch}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setBranch(event.target.value)}
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
