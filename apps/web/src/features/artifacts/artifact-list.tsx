import { formatSize } from '@millrace/contract/format-size';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download } from 'lucide';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './artifact-list.module.css';
import { archiveUrl, type BuildAddress, reportUrl } from './artifact-queries.ts';
import { type ArtifactRow, splitPath } from './artifact-rows.ts';
import { artifactMessages } from './messages.ts';
import { OpenLink } from './open-link.tsx';

const rowPx = 32;
const rowsBeyondView = 16;

interface ArtifactListProps {
  address: BuildAddress;
  rows: ArtifactRow[];
  /** Key of the selected file. */
  current: string | null;
  linkTo: (key: string) => { search: string };
}

/** Virtualized list of steps and their files, since a build can have thousands of files. */
export function ArtifactList({ address, rows, current, linkTo }: ArtifactListProps) {
  const text = useTexts(artifactMessages);
  const list = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: rowsBeyondView,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  const isFile = (index: number) => rows[index]?.kind === 'file';
  const chosen = rows.findIndex(({ key }) => key === current);
  const first = rows.findIndex(({ kind }) => kind === 'file');
  const stop = chosen < 0 ? first : chosen;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = Number((event.target as HTMLElement).dataset.index ?? Number.NaN);
    const next = nextIndex(event.key, from, rows.length, isFile);
    if (next === undefined) return;
    event.preventDefault();
    const find = () => list.current?.querySelector<HTMLElement>(`a[data-index="${next}"]`);
    const drawn = find();
    if (drawn) return drawn.focus();
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => find()?.focus());
  };

  return (
    <nav ref={list} className={css.list} aria-label={text.title} onKeyDown={onKeyDown}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <li key={key} style={{ transform: `translateY(${start}px)` }}>
                {row.kind === 'step' ? (
                  <StepRow row={row} address={address} />
                ) : (
                  <Link
                    className={css.file}
                    to={linkTo(row.key)}
                    replace
                    data-index={index}
                    tabIndex={index === stop ? 0 : -1}
                    aria-current={row.key === current || undefined}
                    title={row.file.path}
                  >
                    <FilePath path={row.file.path} />
                    <span className={css.size}>{formatSize(row.file.size)}</span>
                  </Link>
                )}
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}

interface StepRowProps {
  row: Extract<ArtifactRow, { kind: 'step' }>;
  address: BuildAddress;
}

function StepRow({ row, address }: StepRowProps) {
  const text = useTexts(artifactMessages);
  const label = text.downloadStep(row.name);
  return (
    <div className={css.step}>
      <span className={css.name}>{row.name}</span>
      <span className={css.size}>
        {row.sum && `${text.files(row.sum.count)}, ${formatSize(row.sum.bytes)}`}
      </span>
      <OpenLink href={reportUrl(address, row)} label={text.openStep(row.name)} isIcon />
      <a
        className={buttonClass({ kind: 'ghost', size: 'small', isIcon: true })}
        href={archiveUrl(address, row)}
        aria-label={label}
        title={label}
        download
      >
        <Icon icon={Download} size={14} />
      </a>
    </div>
  );
}

function FilePath({ path }: { path: string }) {
  const { folder, name } = splitPath(path);
  return (
    <span className={css.path}>
      {folder && <span className={css.folder}>{folder}</span>}
      <span className={css.last}>{name}</span>
    </span>
  );
}

/** Returns the index of the file that a key moves the focus to; undefined if there is none. */
function nextIndex(
  key: string,
  from: number,
  count: number,
  isFile: (index: number) => boolean,
): number | undefined {
  const moves: Record<string, [start: number, by: number]> = {
    ArrowDown: [from + 1, 1],
    ArrowUp: [from - 1, -1],
    Home: [0, 1],
    End: [count - 1, -1],
  };
  const move = Number.isNaN(from) ? undefined : moves[key];
  if (!move) return undefined;
  const [start, by] = move;
  for (let at = start; at >= 0 && at < count; at += by) if (isFile(at)) return at;
  return undefined;
}
