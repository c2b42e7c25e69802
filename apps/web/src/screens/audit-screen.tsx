import { AuditPanel } from '../features/audit/audit-panel.tsx';
import { useAuditMessages } from '../lib/i18n/audit-messages.ts';
import { AdminPage } from './admin-page.tsx';

/** Recorded changes of the whole server. */
export function AuditScreen() {
  return (
    <AdminPage title={useAuditMessages().title}>
      <AuditPanel />
    </AdminPage>
  );
}
