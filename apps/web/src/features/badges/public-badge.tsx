import { revokeBadges, signBadge } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import css from './badge-panel.module.css';
import { badgeRef } from './badge-view.ts';
import { badgeMessages } from './messages.ts';

interface PublicBadgeProps {
  repo: RepoName;
  branch: string;
  /** Address of the badge, with its signature if it has one. */
  image: string;
  isSigned: boolean;
  onSign: (signature: string | undefined) => void;
}

/** Shows what people see who may not read the repository, and signs the address that shows them the badge. */
export function PublicBadge({ repo, branch, image, isSigned, onSign }: PublicBadgeProps) {
  const { namespace, name } = repo;
  const text = useTexts(badgeMessages);
  const [asksRevoke, setAsksRevoke] = useState(false);
  const seen = useQuery(seenQuery(image));
  const sign = useMutation({
    mutationFn: () => {
      const ref = badgeRef(branch);
      return callApi(signBadge, { params: { namespace, name }, body: ref ? { ref } : {} });
    },
    meta: { failed: text.signFailed },
    onSuccess: ({ signature }) => onSign(signature),
  });
  const revoke = useMutation({
    mutationFn: () => callApi(revokeBadges, { params: { namespace, name } }),
    meta: { failed: text.revokeFailed },
    onSuccess: () => {
      onSign(undefined);
      showToast('success', text.revoked);
    },
  });
  return (
    <div className={css.public}>
      <div className={css.seen}>
        {text.seenByOthers}
        {seen.data ? <img src={seen.data} alt={text.seenImage} height={20} /> : null}
      </div>
      <p className={css.note}>{isSigned ? text.signedNote : text.unsignedNote}</p>
      <div className={css.actions}>
        {!isSigned && (
          <Button disabled={sign.isPending} onClick={() => sign.mutate()}>
            {text.sign}
          </Button>
        )}
        <Button kind="danger" disabled={revoke.isPending} onClick={() => setAsksRevoke(true)}>
          {text.revoke}
        </Button>
      </div>
      <ConfirmDialog
        question={text.revokeQuestion}
        detail={text.revokeDetail}
        action={text.revoke}
        isOpen={asksRevoke}
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsksRevoke(false)}
      />
    </div>
  );
}

/** Reads a badge without the credentials of the viewer, as a data URL. */
function seenQuery(image: string) {
  return {
    queryKey: ['seen-badge', image],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await fetch(image, { credentials: 'omit', signal });
      return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    },
    // Without an answer, nothing is known about what others see.
    meta: { quiet: true },
  };
}
