import type { Artifact } from '@millrace/contract/api';
import {
  findArtifactPreview,
  type ArtifactPreview as Kind,
} from '@millrace/contract/artifact-preview';
import { formatSize } from '@millrace/contract/format-size';
import { Download } from 'lucide';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './artifact-preview.module.css';
import { artifactUrl, type BuildAddress, reportUrl } from './artifact-queries.ts';
import { splitPath } from './artifact-rows.ts';
import { ArtifactText } from './artifact-text.tsx';
import { artifactMessages } from './messages.ts';
import { OpenLink } from './open-link.tsx';

/** Maximum size of an image or page in the preview. */
const maxPreviewBytes = 20_000_000;

interface ArtifactPreviewProps {
  address: BuildAddress;
  file: Artifact;
  /** More buttons for the file. */
  actions?: ReactNode;
}

/** Details of a file, and its content if the browser can show it. */
export function ArtifactPreview({ address, file, actions }: ArtifactPreviewProps) {
  const text = useTexts(artifactMessages);
  const { folder, name } = splitPath(file.path);
  return (
    <section className={css.preview} aria-label={file.path}>
      <div className={css.head}>
        <h2 className={css.path}>
          <span className={css.folder}>{folder}</span>
          {name}
        </h2>
        <div className={css.actions}>
          {findArtifactPreview(file.type) === 'page' && (
            <OpenLink href={reportUrl(address, file)} label={text.openFile(file.path)} />
          )}
          <a
            className={buttonClass({ size: 'small' })}
            href={artifactUrl(address, file)}
            aria-label={text.downloadFile(file.path)}
            download
          >
            <Icon icon={Download} size={14} />
            {text.download}
          </a>
          {actions}
        </div>
        <dl className={css.facts}>
          <div>
            <dt>{text.size}</dt>
            <dd>{formatSize(file.size)}</dd>
          </div>
          <div>
            <dt>{text.type}</dt>
            <dd>{file.type}</dd>
          </div>
          <div>
            <dt>SHA-256</dt>
            <dd className={css.hash}>
              <code>{file.sha256}</code>
              <CopyButton text={file.sha256} copied={text.copied} />
            </dd>
          </div>
        </dl>
      </div>
      <Content key={file.sha256 + file.path} address={address} file={file} />
    </section>
  );
}

function Content({ address, file }: Pick<ArtifactPreviewProps, 'address' | 'file'>) {
  const text = useTexts(artifactMessages);
  const kind = kindOf(file);
  if (kind === 'text') return <ArtifactText address={address} file={file} />;
  const url = artifactUrl(address, file, { isInline: true });
  if (kind === 'image') {
    return (
      <div className={css.picture}>
        <img src={url} alt={file.path} />
      </div>
    );
  }
  if (kind === 'page') {
    return (
      <>
        <p className={css.note}>{text.pageNote}</p>
        <iframe className={css.page} src={url} title={file.path} sandbox="" />
      </>
    );
  }
  return <EmptyState title={text.notShown} detail={text.notShownDetail} />;
}

function kindOf({ type, size }: Artifact): Kind | undefined {
  const kind = findArtifactPreview(type);
  return kind === 'text' || size <= maxPreviewBytes ? kind : undefined;
}
