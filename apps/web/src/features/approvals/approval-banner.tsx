import { approveStage, type Build, countBuilds, declineStage } from '@millrace/contract/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { buildListQuery, buildQuery, type RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { listUnapproved } from '../../domain-ui/manual-stage.ts';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import css from './approval-banner.module.css';
import { approvalMessages } from './messages.ts';

interface ApprovalBannerProps {
  repo: RepoName;
  build: Build;
  /** Whether the viewer may approve and decline the build. */
  canDecide: boolean;
}

/** Says why a build waits for an approval and who may give it, and lets the viewer decide. */
export function ApprovalBanner({ repo, build, canDecide }: ApprovalBannerProps) {
  const text = useTexts(approvalMessages);
  const [note, setNote] = useState('');
  const approve = useDecision(repo, build, 'approve');
  const decline = useDecision(repo, build, 'decline');
  const isDeciding = approve.isPending || decline.isPending;
  return (
    <section className={css.banner} aria-label={text.title}>
      <div className={css.text}>
        <h2 className={css.title}>{text.title}</h2>
        <Reasons repo={repo} build={build} />
        {!canDecide && (
          <p>{servedConfig?.approvals === 'admins' ? text.adminsDecide : text.writersDecide}</p>
        )}
      </div>
      {canDecide && (
        <div className={css.decision}>
          <input
            className={css.note}
            aria-label={text.note}
            placeholder={text.note}
            title={text.noteHint}
            maxLength={maxNote}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <VanishingButton
            kind="primary"
            disabled={isDeciding}
            onClick={() => approve.mutate(note.trim())}
          >
            {text.approve}
          </VanishingButton>
          <VanishingButton disabled={isDeciding} onClick={() => decline.mutate(note.trim())}>
            {text.decline}
          </VanishingButton>
        </div>
      )}
    </section>
  );
}

const maxNote = 500;

/** Lists why the build waits, with links to what it changes. */
function Reasons({ repo, build }: { repo: RepoName; build: Build }) {
  const text = useTexts(approvalMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const { source_repo: source, file_base: base, author_login: author, number } = build;
  const isFork = source !== '' && source !== slug;
  const { data: counts } = useQuery({
    queryKey: ['build-counts', repo, { author }],
    queryFn: ({ signal }) =>
      callApi(countBuilds, { params: { ...repo }, query: { author }, signal }),
    enabled: author !== '',
    // The other reasons are shown without it.
    meta: { quiet: true },
  });
  const reasons: [string, ReactNode][] = [];
  if (isFork) reasons.push(['fork', text.fork(source)]);
  if (base !== undefined) {
    const to = paths.compare(slug, base, number);
    reasons.push([
      'file',
      <>
        {text.file} · <Link to={to}>{text.compare}</Link>
      </>,
    ]);
  }
  if (reasons.length === 0) reasons.push(['protected', text.protected]);
  if (counts?.total === 1) reasons.push(['first', text.first(author)]);
  return (
    <ul className={css.reasons}>
      {reasons.map(([key, reason]) => (
        <li key={key}>{reason}</li>
      ))}
      <li>
        <Link to={`${paths.build(slug, number)}?view=pipeline`}>{text.readFile}</Link>
      </li>
    </ul>
  );
}

/** Decides about every stage of the build that waits for an approval. */
function useDecision(repo: RepoName, build: Build, decision: 'approve' | 'decline') {
  const text = useTexts(buildMessages);
  const repoText = useTexts(repoMessages);
  const client = useQueryClient();
  const call = decision === 'approve' ? approveStage : declineStage;
  return useMutation({
    mutationFn: async (note: string) => {
      for (const { number: stage } of listUnapproved(build)) {
        const params = { ...repo, build: build.number, stage };
        await callApi(call, { params, body: note ? { note } : {} });
        // The first refusal declines the whole build.
        if (decision === 'decline') break;
      }
    },
    onSettled: () => {
      void client.invalidateQueries(buildQuery(repo, build.number));
      void client.invalidateQueries(buildListQuery(repo));
    },
    meta: {
      failed: decision === 'approve' ? text.approveFailed : text.declineFailed,
      notFound: repoText.adminOnly,
    },
  });
}
