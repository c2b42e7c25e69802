import type { ForeignPipeline } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { starterMessages } from './messages.ts';
import css from './starters.module.css';

interface ConvertedChoiceProps {
  /** At least one. The first is selected initially. */
  converted: readonly ForeignPipeline[];
  fileName: string;
}

/** Shows the pipeline file that stands for a file of another CI system. */
export function ConvertedChoice({ converted, fileName }: ConvertedChoiceProps) {
  const { common } = useMessages();
  const text = useTexts(starterMessages);
  const [path, setPath] = useState(converted[0]?.path);
  const shown = converted.find((one) => one.path === path) ?? converted[0];
  if (!shown) return null;
  const { system, steps, notes, problem } = shown;
  return (
    <>
      {converted.length > 1 && (
        <SelectField
          label={text.source}
          value={shown.path}
          options={converted.map((one) => ({ value: one.path, label: one.path }))}
          onChange={setPath}
        />
      )}
      {problem ? (
        <Notice tone="danger">{text.notConverted(shown.path, problem)}</Notice>
      ) : (
        <>
          <Snippet
            label={fileName}
            text={shown.text}
            action={<CopyButton key={shown.text} text={shown.text} copied={common.copied} />}
          />
          <p className={css.note}>{text.carried(system, shown.path, steps.carried, steps.found)}</p>
          {notes > 0 && <Notice tone="warning">{text.openNotes(notes)}</Notice>}
        </>
      )}
    </>
  );
}
