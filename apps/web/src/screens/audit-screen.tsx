import { AuditPanel } from '../features/audit/audit-panel.tsx';
import { auditMessages } from '../features/audit/messages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { AdminPage } from './admin-page.tsx';

/** Recorded changes of the whole server. */
export function AuditScreen() {
  return (
    <AdminPage title={useTexts(auditMessages).title}>
      <AuditPanel />
    </AdminPage>
  );
}
