import type { Health, SystemStatus } from '@millrace/contract/api';
import { formatSize } from '@millrace/contract/format-size';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { systemMessages } from './messages.ts';
import css from './system.module.css';

/** Version of the server, and the state of everything that it depends on. */
export function StatusList({ status }: { status: SystemStatus }) {
  const text = useTexts(systemMessages);
  const { version, commit, node, started, servers, database, stores, aged, forge } = status;
  return (
    <dl className={css.list}>
      <Item name={text.version}>
        {version} {commit && <span className={css.mono}>{commit.slice(0, 8)}</span>}
      </Item>
      <Item name={text.node}>{node}</Item>
      <Item name={text.started}>
        <RelativeTime timeSec={started} />
      </Item>
      {servers.length > 0 && (
        <Item name={text.servers}>
          {servers.map(({ host, own }) => (own ? `${host} (${text.thisServer})` : host)).join(', ')}
        </Item>
      )}
      <Item name={text.database} health={database.health}>
        {database.kind === 'sqlite' ? 'SQLite' : 'Postgres'} {database.version},{' '}
        {formatSize(database.bytes)}
      </Item>
      <Disk disk={status.disk} />
      {stores.map(({ content, kind, place, health }) => (
        <Item key={content} name={text[content]} health={health}>
          {text.stores[kind]} {place}
        </Item>
      ))}
      {aged.map(({ content, count, bytes, days }) => (
        <Item key={content} name={text.aged[content]}>
          {count.toLocaleString()}
          {bytes !== undefined && `, ${formatSize(bytes)}`}
          <span className={css.detail}>{text.retained(days)}</span>
        </Item>
      ))}
      <Item name={text.forge} health={forge.health}>
        {forge.kind} {forge.url}
      </Item>
      {status.certificate && <Certificate certificate={status.certificate} />}
    </dl>
  );
}

function Certificate({ certificate }: { certificate: NonNullable<SystemStatus['certificate']> }) {
  const text = useTexts(systemMessages);
  const { expires, error } = certificate;
  return (
    <Item name={text.certificate}>
      {expires > 0 ? (
        <>
          {text.expires} <RelativeTime timeSec={expires} />
        </>
      ) : (
        text.noCertificate
      )}
      {error && (
        <span className={css.health}>
          <StatusIcon status="error" isDecorative />
          {text.notRenewed(error)}
        </span>
      )}
    </Item>
  );
}

function Disk({ disk: { free, total, folder, reserve } }: Pick<SystemStatus, 'disk'>) {
  const text = useTexts(systemMessages);
  return (
    <Item name={text.disk}>
      {text.free(formatSize(free), formatSize(total), folder)}
      {reserve > 0 && <span className={css.detail}>{text.reserve(formatSize(reserve))}</span>}
      {free < reserve && (
        <span className={css.health}>
          <StatusIcon status="error" isDecorative />
          {text.lowDisk}
        </span>
      )}
    </Item>
  );
}

function Item({ name, health, children }: { name: string; health?: Health; children: ReactNode }) {
  const text = useTexts(systemMessages);
  return (
    <div className={css.item}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {health && (
          <span className={css.health}>
            <StatusIcon status={health.ok ? 'success' : 'error'} isDecorative />
            {health.ok ? text.healthy(health.ms) : `${text.unhealthy}: ${health.error}`}
          </span>
        )}
      </dd>
    </div>
  );
}
