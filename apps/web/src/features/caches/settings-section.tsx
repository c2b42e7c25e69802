import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const CachePanel = lazyPart(() => import('./cache-panel.tsx'), 'CachePanel', {
  instead: () => <ListSkeleton />,
});

export const cacheSection: SettingsSection = {
  path: 'caches',
  title: text('Caches', '缓存'),
  words: text('dependencies storage', '依赖 存储'),
  group: 'project',
  servers: 'millrace',
  isForAccounts: true,
  Content: ({ repo, canAdminister }) => <CachePanel repo={repo} canAdminister={canAdminister} />,
};
