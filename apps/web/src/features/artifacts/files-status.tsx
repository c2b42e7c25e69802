import { formatSize } from '@millrace/contract/format-size';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { type ArtifactRow, sumOf } from './artifact-rows.ts';
import css from './build-files.module.css';
import { artifactMessages } from './messages.ts';
import type { LoadedFiles } from './use-files.ts';

interface FilesStatusProps {
  loaded: LoadedFiles;
  /** Number of files of the build. */
  total: number | undefined;
  filter: string;
  rows: ArtifactRow[];
}

/** Shows the number and size of the listed files, and how many are loaded if not all are. */
export function FilesStatus({ loaded, total = 0, filter, rows }: FilesStatusProps) {
  const text = useTexts(artifactMessages);
  const { files, isAll } = loaded;
  const isFiltered = filter.trim() !== '';
  const statusText = () => {
    if (!isAll && isFiltered) return text.firstFound(files.length);
    if (!isAll) return text.firstOf(files.length, total);
    if (rows.length === 0 && isFiltered) return text.noMatch;
    return `${text.files(files.length)}, ${formatSize(sumOf(files))}`;
  };
  return (
    <p className={css.total} role="status">
      {statusText()}
    </p>
  );
}
