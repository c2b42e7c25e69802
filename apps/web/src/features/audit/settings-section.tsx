import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const AuditPanel = lazyPart(() => import('./audit-panel.tsx'), 'AuditPanel', {
  instead: () => <ListSkeleton />,
});

export const auditSection: SettingsSection = {
  path: 'audit',
  title: text('Audit', '审计'),
  words: text('who changed history log', '记录 更改 历史'),
  group: 'project',
  servers: 'millrace',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo: { namespace, name } }) => <AuditPanel repo={{ namespace, name }} />,
};
