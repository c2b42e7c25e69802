import type { Artifact } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import { useQuery } from '@tanstack/react-query';
import { errorText, isUnreachable } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { artifactTextQuery, type BuildAddress, shownBytes } from './artifact-queries.ts';
import css from './artifact-text.module.css';
import { artifactMessages } from './messages.ts';

const maxLines = 5000;
const skeletonWidths = ['62%', '48%', '71%', '35%', '56%', '44%'];

/** Shows the start of a text file. */
export function ArtifactText({ address, file }: { address: BuildAddress; file: Artifact }) {
  const text = useTexts(artifactMessages);
  const { data, error, refetch } = useQuery(artifactTextQuery(address, file));
  if (data === undefined && error) {
    return (
      <LoadFailure
        message={errorText(error)}
        isUnreachable={isUnreachable(error)}
        onRetry={() => refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <div className={css.skeletons}>
        {skeletonWidths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  }
  const lines = data.replace(/\n$/, '').split('\n');
  const shown = lines.slice(0, maxLines);
  const isPart = file.size > shownBytes || shown.length < lines.length;
  return (
    <>
      {isPart && <p className={css.note}>{text.part(shown.length, formatSize(file.size))}</p>}
      {file.size === 0 ? (
        <p className={css.note}>{text.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
        <section className={css.text} tabIndex={0} aria-label={text.content(file.path)}>
          <pre className={css.numbers} aria-hidden="true">
            {shown.map((_, at) => at + 1).join('\n')}
          </pre>
          <pre className={css.lines}>{shown.join('\n')}</pre>
        </section>
      )}
    </>
  );
}
