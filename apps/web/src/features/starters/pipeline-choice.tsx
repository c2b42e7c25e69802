import type { StarterPipeline } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { starterMessages } from './messages.ts';
import css from './starters.module.css';

interface PipelineChoiceProps {
  /** At least one. The first is selected initially. */
  pipelines: readonly StarterPipeline[];
  fileName: string;
}

/** Shows one pipeline file to copy, and its requirements. */
export function PipelineChoice({ pipelines, fileName }: PipelineChoiceProps) {
  const { common } = useMessages();
  const text = useTexts(starterMessages);
  const [kind, setKind] = useState(pipelines[0]?.kind);
  const [type, setType] = useState(pipelines[0]?.type);
  const shown = pipelines.find((one) => one.kind === kind && one.type === type) ?? pipelines[0];
  if (!shown) return null;
  const kinds = [...new Set(pipelines.map((one) => one.kind))];
  const types = [...new Set(pipelines.map((one) => one.type))];
  return (
    <>
      <div className={css.choices}>
        {kinds.length > 1 && (
          <SelectField
            label={text.project}
            value={shown.kind}
            options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
            onChange={setKind}
          />
        )}
        <SelectField
          label={text.type}
          value={shown.type}
          options={types.map((value) => ({ value, label: text.types[value] }))}
          onChange={setType}
        />
      </div>
      <Snippet
        label={fileName}
        text={shown.text}
        action={<CopyButton key={shown.text} text={shown.text} copied={common.copied} />}
      />
      <p className={css.note}>{text.needs[shown.type]}</p>
      {!shown.has_runner && <Notice tone="warning">{text.noRunner[shown.type]}</Notice>}
    </>
  );
}
