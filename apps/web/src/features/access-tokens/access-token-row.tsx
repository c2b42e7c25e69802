import type { AccessToken } from '@millrace/contract/api';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useSlowNowSec } from '../../lib/use-now.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import table from '../../ui/table.module.css';
import { useRevokeToken } from './access-token-mutations.ts';
import type { TokenOwner } from './access-token-queries.ts';
import { accessTokenMessages } from './messages.ts';

export function AccessTokenRow({ owner, token }: { owner: TokenOwner; token: AccessToken }) {
  const text = useTexts(accessTokenMessages);
  const revoke = useRevokeToken(owner);
  const nowSec = useSlowNowSec();
  const { id, name, scope, repo, expires, last_used } = token;
  return (
    <tr>
      <td className={table.main} title={name}>
        {name}
      </td>
      <td>{text.scopes[scope]}</td>
      <td>{repo ?? text.allRepositories}</td>
      <td>
        {expires === 0 && text.never}
        {expires > 0 && expires <= nowSec && text.expired}
        {expires > nowSec && <RelativeTime timeSec={expires} />}
      </td>
      <td>{last_used === 0 ? text.notUsed : <RelativeTime timeSec={last_used} />}</td>
      <td className={table.actions}>
        <DeleteButton
          name={name}
          question={text.revokeQuestion}
          detail={text.revokeDetail(name)}
          onConfirm={() => revoke.mutate(id)}
        />
      </td>
    </tr>
  );
}
