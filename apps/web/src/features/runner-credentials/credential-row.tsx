import type { RunnerCredential } from '@millrace/contract/api';
import type { Owner } from '../../api/owner.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useSlowNowSec } from '../../lib/use-now.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import table from '../../ui/table.module.css';
import { useRevokeRunner } from './credential-queries.ts';
import { runnerCredentialMessages } from './messages.ts';

interface CredentialRowProps {
  owner: Owner;
  runner: RunnerCredential;
  showsOwner: boolean;
  isLocked: boolean;
}

export function CredentialRow({ owner, runner, showsOwner, isLocked }: CredentialRowProps) {
  const text = useTexts(runnerCredentialMessages);
  const { none } = useTexts(tableMessages);
  const revoke = useRevokeRunner(owner);
  const { id, name, labels = {}, created_by, running } = runner;
  const shownLabels = Object.entries(labels).map((label) => label.join(': '));
  return (
    <tr>
      <td className={table.main} title={name}>
        {name}
      </td>
      {showsOwner && <td>{runner.owner || text.wholeServer}</td>}
      <td>
        <State runner={runner} />
      </td>
      <td>{runner.protected ? text.protectedMark : text.anyBuild}</td>
      <td>{shownLabels.join(', ') || none}</td>
      <td>{created_by}</td>
      <td className={table.actions}>
        <DeleteButton
          name={name}
          words={{ button: text.revokeNamed(name), action: text.revoke }}
          question={text.revokeQuestion}
          detail={text.revokeDetail(name, running)}
          isDisabled={isLocked || revoke.isPending}
          onConfirm={() => revoke.mutate(id)}
        />
      </td>
    </tr>
  );
}

function State({ runner }: { runner: RunnerCredential }) {
  const text = useTexts(runnerCredentialMessages);
  const nowSec = useSlowNowSec();
  const { connected, expires, last_used, registered, running } = runner;
  if (registered === 0) return expires > nowSec ? text.waiting : text.expired;
  if (connected) return text.connected(running);
  return (
    <>
      {text.lastSeen} <RelativeTime timeSec={last_used} />
    </>
  );
}
