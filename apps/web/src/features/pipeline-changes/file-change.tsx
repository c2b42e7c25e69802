import type { Build, PipelineChangeResult } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './file-change.module.css';
import { pipelineChangeMessages } from './messages.ts';
import { pipelineChangeQuery } from './pipeline-change-query.ts';

/** Says that a build changes the pipeline file, and how the latest builds would run under it. */
export function FileChange({ repo, build }: { repo: RepoName; build: Build }) {
  const text = useTexts(pipelineChangeMessages);
  const { data, error } = useQuery(pipelineChangeQuery(repo, build.number));
  const slug = `${repo.namespace}/${repo.name}`;
  const failure = data?.status === 'failed' ? data.error : error && describeFailure(error).message;
  const branch = branchOf(build, slug);
  return (
    <details className={css.change}>
      <summary className={css.line}>
        <span className={css.title}>{text.title}</span>
        <span className={css.result}>
          {data?.result && text.differ(data.result.changed, data.result.builds)}
          {failure && text.failed(failure)}
          {!failure && !data?.result && (
            <>
              <span className="visually-hidden">{text.pending}</span>
              <Skeleton width={220} />
            </>
          )}
        </span>
      </summary>
      <div className={css.details}>
        {data?.result && <Result result={data.result} />}
        <p className={css.links}>
          {build.file_base !== undefined && (
            <Link to={paths.compare(slug, build.file_base, build.number)}>
              {text.compare(build.file_base)}
            </Link>
          )}
          {branch && (
            <Link to={`${paths.repoSettings(slug, 'pipeline')}?${new URLSearchParams({ branch })}`}>
              {text.editor(branch)}
            </Link>
          )}
        </p>
      </div>
    </details>
  );
}

function Result({ result }: { result: PipelineChangeResult }) {
  const text = useTexts(pipelineChangeMessages);
  const { parts, all_parts, failed, seconds } = result;
  const hidden = all_parts - parts.length;
  return (
    <ul className={css.parts}>
      {failed > 0 && <li>{text.couldNotStart(failed)}</li>}
      {parts.map(({ stage, step, change, builds }) => (
        <li key={JSON.stringify([stage, step, change])}>
          {text.changes[change](step === undefined ? stage : `${stage} › ${step}`, builds)}
        </li>
      ))}
      {hidden > 0 && <li>{text.more(hidden)}</li>}
      {seconds.before !== seconds.after && <li>{text.time(seconds.before, seconds.after)}</li>}
    </ul>
  );
}

/** Returns the branch with the changed file; empty if it is in another repository. */
function branchOf({ event, target, source, source_repo }: Build, slug: string): string {
  if (event === 'push') return target;
  return source_repo === '' || source_repo === slug ? source : '';
}
