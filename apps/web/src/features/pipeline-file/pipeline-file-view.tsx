import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FileLines } from './file-lines.tsx';
import { pipelineFileMessages } from './messages.ts';
import { type BuildPlace, pipelineFileQuery, sourceFileQuery } from './pipeline-file-query.ts';
import css from './pipeline-file-view.module.css';

/** URL parameter that selects the file before conversion. */
const sourceParameter = 'source';

/** Shows the pipeline file of a build as it was run and, if it was converted, the original. */
export function PipelineFileView({ build }: { build: BuildPlace }) {
  const text = useTexts(pipelineFileMessages);
  const [parameters, change] = useAddressParameters();
  const { data: executed, error, refetch } = useQuery(pipelineFileQuery(build));
  const { data: source, isPending } = useQuery(sourceFileQuery(build));
  if (error && !executed) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  const isConverted = source !== undefined && executed && source.text !== executed.text;
  const showsSource = isConverted && parameters.has(sourceParameter);
  // Waits for both files, because the buttons to choose between them would shift the lines.
  const shown = isPending ? undefined : showsSource ? source : executed;
  const versions = [
    { label: text.asRead, isShown: showsSource, value: 'read' },
    { label: text.asConverted, isShown: !showsSource, value: '' },
  ];
  return (
    <div className={css.view}>
      {isConverted && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
        <div className={css.versions} role="group" aria-label={text.version}>
          {versions.map(({ label, isShown, value }) => (
            <Button
              key={label}
              kind="ghost"
              size="small"
              aria-pressed={isShown}
              onClick={() => change({ [sourceParameter]: value })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {shown ? (
        <FileLines label={text.title} lines={linesOf(shown.text)} />
      ) : (
        <Skeleton width="100%" height={240} />
      )}
    </div>
  );
}

function linesOf(text: string) {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, at) => ({ number: at + 1, text: line }));
}
