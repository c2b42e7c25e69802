import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FileLines } from './file-lines.tsx';
import { pipelineFileMessages } from './messages.ts';
import { type BuildPlace, pipelineFileQuery } from './pipeline-file-query.ts';
import css from './pipeline-problem.module.css';
import { excerptOf, findHint, readPlace } from './problem-place.ts';

interface PipelineProblemProps {
  build: BuildPlace;
  /** Path of the pipeline file in the repository. */
  path: string;
  message: string;
}

/** Explains why a build could not start, with an excerpt of the pipeline file and a hint. */
export function PipelineProblem({ build, path, message }: PipelineProblemProps) {
  const text = useTexts(pipelineFileMessages);
  const place = readPlace(message, path);
  const { data } = useQuery({ ...pipelineFileQuery(build), enabled: place !== undefined });
  const lines = place && data ? excerptOf(data.text, place, path) : [];
  const hint = findHint(message, lines.find(({ number }) => number === place?.line)?.text ?? '');
  return (
    <div className={css.problem}>
      <Notice tone="danger">{message}</Notice>
      {place && lines.length > 0 && (
        <FileLines label={text.excerpt(place.file, place.line)} lines={lines} problem={place} />
      )}
      {hint && <p>{text.hints[hint]}</p>}
    </div>
  );
}
