import type { Build } from '@millrace/contract/api';
import { Download, X } from 'lucide';
import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { errorText, isUnreachable } from '../../api/api-error.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ArtifactList } from './artifact-list.tsx';
import { useDeleteArtifact } from './artifact-mutations.ts';
import { ArtifactPreview } from './artifact-preview.tsx';
import { archiveUrl, type BuildAddress } from './artifact-queries.ts';
import { toRows } from './artifact-rows.ts';
import css from './build-files.module.css';
import { DeleteAllButton } from './delete-all-button.tsx';
import { fileParameter, filterParameter } from './file-address.ts';
import { FilesStatus } from './files-status.tsx';
import { artifactMessages } from './messages.ts';
import { type LoadedFiles, useFiles, useSelectedFile } from './use-files.ts';

const Dialog = lazyPart(() => import('../../ui/dialog.tsx'), 'Dialog');

interface BuildFilesProps {
  address: BuildAddress;
  build: Build;
  /** Whether the viewer may delete artifacts. */
  canDelete: boolean;
}

/** Lists the artifacts of a build, with a preview of the selected file. */
export function BuildFiles({ address, build, canDelete }: BuildFilesProps) {
  const [parameters, change] = useAddressParameters();
  const [filter, setFilter] = useTyped(parameters.get(filterParameter) ?? '', (typed) =>
    change({ [filterParameter]: typed }),
  );
  const { loaded, error, refetch } = useFiles(address, build, filter);
  if (!loaded && error) {
    return (
      <LoadFailure
        message={errorText(error)}
        isUnreachable={isUnreachable(error)}
        onRetry={() => refetch()}
      />
    );
  }
  if (!loaded) return <FilesSkeleton />;
  return <Files {...{ address, build, canDelete, loaded, filter, setFilter }} />;
}

interface FilesProps extends BuildFilesProps {
  loaded: LoadedFiles;
  filter: string;
  setFilter: (filter: string) => void;
}

function Files({ address, build, canDelete, loaded, filter, setFilter }: FilesProps) {
  const { common } = useMessages();
  const text = useTexts(artifactMessages);
  const isMobile = useMediaQuery(mobileQuery);
  const { current, searchOf, close } = useFileInUrl();
  const { files, isAll } = loaded;
  const rows = useMemo(() => toRows(files, build, filter, isAll), [files, build, filter, isAll]);
  const file = useSelectedFile(address, build, loaded, current);

  const { mutate: deleteFile } = useDeleteArtifact(address);
  // Another file may be selected before the deletion completes.
  const closeIfSelected = useRef((_key: string | null) => {});
  closeIfSelected.current = (key) => {
    if (key === current) close();
  };
  const remove = file && canDelete && (
    <DeleteButton
      name={file.path}
      question={text.deleteQuestion(file.path)}
      onConfirm={() => deleteFile(file, { onSuccess: () => closeIfSelected.current(current) })}
    />
  );
  const preview = (closeButton?: React.ReactNode) => {
    const actions = (
      <>
        {remove}
        {closeButton}
      </>
    );
    return file && <ArtifactPreview address={address} file={file} actions={actions} />;
  };

  return (
    <div className={css.files}>
      <div className={css.side}>
        <FilesHead {...{ address, build, canDelete, loaded, filter, setFilter, rows }} />
        <ArtifactList
          address={address}
          rows={rows}
          current={current}
          linkTo={(key) => ({ search: `?${searchOf(key)}` })}
        />
        <MoreFiles loaded={loaded} />
      </div>
      {isMobile ? (
        <Dialog title={file?.path ?? ''} isOpen={file !== undefined} onClose={close} isFullscreen>
          {preview(
            <Button kind="ghost" size="small" isIcon aria-label={common.close} onClick={close}>
              <Icon icon={X} />
            </Button>,
          )}
        </Dialog>
      ) : (
        <div className={css.main}>
          {preview() ?? <EmptyState title={text.chooseTitle} detail={text.choose} />}
        </div>
      )}
    </div>
  );
}

/** Reads and writes the key of the selected file in the URL. */
function useFileInUrl() {
  const [search, setSearch] = useSearchParams();
  const searchOf = (key: string | null) => {
    const next = new URLSearchParams(search);
    if (key === null) next.delete(fileParameter);
    else next.set(fileParameter, key);
    return next;
  };
  const close = () => setSearch(searchOf(null), { replace: true });
  return { current: search.get(fileParameter), searchOf, close };
}

interface FilesHeadProps extends FilesProps {
  rows: ReturnType<typeof toRows>;
}

/** Filter, and buttons for all files. */
function FilesHead(props: FilesHeadProps) {
  const { address, build, canDelete, loaded, filter, setFilter, rows } = props;
  const text = useTexts(artifactMessages);
  return (
    <div className={css.head}>
      <FilterField className={css.filter} label={text.filter} value={filter} onChange={setFilter} />
      <div className={css.all}>
        <a className={buttonClass({ size: 'small' })} href={archiveUrl(address)} download>
          <Icon icon={Download} size={14} />
          {text.downloadAll}
        </a>
        {canDelete && <DeleteAllButton address={address} />}
      </div>
      <FilesStatus loaded={loaded} total={build.artifacts} filter={filter} rows={rows} />
    </div>
  );
}

function MoreFiles({ loaded: { loadMore, isLoadingMore } }: { loaded: LoadedFiles }) {
  const { common } = useMessages();
  if (!loadMore) return null;
  return (
    <div className={css.more}>
      <Button size="small" disabled={isLoadingMore} onClick={loadMore}>
        {common.showMore}
      </Button>
    </div>
  );
}

const skeletonWidths = ['58%', '72%', '46%', '64%', '52%', '70%', '40%', '61%'];

function FilesSkeleton() {
  return (
    <div className={css.files} aria-hidden="true">
      <div className={css.side}>
        <div className={css.skeletons}>
          {skeletonWidths.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
      <div className={css.main} />
    </div>
  );
}
