import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileLines } from './file-lines.tsx';
import { type BuildPlace, pipelineFileQuery } from './pipeline-file-query.ts';
import css from './pipeline-file-view.module.css';

/** The pipeline file of a build, as it was carried out. */
export function PipelineFileView({ build }: { build: BuildPlace }) {
  const { pipelineFile: text } = usePageMessages();
  const { data, error, refetch } = useQuery(pipelineFileQuery(build));
  if (error && !data) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  const lines = data?.text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => ({ number: at + 1, text: line }));
  return (
    <div className={css.view}>
      {lines ? (
        <FileLines label={text.title} lines={lines} />
      ) : (
        <Skeleton width="100%" height={240} />
      )}
    </div>
  );
}
