import type { RetentionPreview } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { errorText } from '../../api/api-error.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { retentionMessages } from './messages.ts';
import css from './retention-panel.module.css';
import { lossesOf } from './retention-view.ts';

interface RetentionPreviewBoxProps {
  preview: RetentionPreview | undefined;
  error: Error | null;
  isLoading: boolean;
}

/** Shows what would be deleted now. */
export function RetentionPreviewBox({ preview, error, isLoading }: RetentionPreviewBoxProps) {
  const text = useTexts(retentionMessages);
  if (error && !isLoading) return <Notice tone="danger">{errorText(error)}</Notice>;
  const unreadable = preview?.unreadable ?? 0;
  const losses = preview && !isLoading ? lossesOf(preview) : [];
  return (
    <div className={css.preview} role="status">
      <h3>{text.previewTitle}</h3>
      {isLoading || !preview ? (
        <p>{text.counting}</p>
      ) : losses.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <ul>
          {losses.map((data) => {
            const { builds, bytes } = preview[data];
            return <li key={data}>{text.wouldDelete[data](builds, formatSize(bytes))}</li>;
          })}
        </ul>
      )}
      {!isLoading && unreadable > 0 && <p>{text.unreadable(unreadable)}</p>}
    </div>
  );
}
