import type { Build } from '@millrace/contract/api';
import { useEffect } from 'react';
import { buildStatus, type ShownStatus } from '../../domain-ui/shown-status.ts';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { statusFavicon } from './status-favicon.ts';

/**
 * Shows the status of the build in the browser's tab: always as favicon, and as prefix of the title while the
 * tab is hidden.
 */
export function useTabState(build: Build | undefined): void {
  const names = useTexts(statusMessages);
  const status = build && buildStatus(build);
  useEffect(() => {
    if (!status) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const own = link?.href;
    if (link) link.href = statusFavicon(status);
    return () => {
      if (link && own) link.href = own;
    };
  }, [status]);
  useEffect(() => {
    if (!status) return;
    const prefix = `${names[status]}: `;
    const show = () => {
      const title = document.title.startsWith(prefix)
        ? document.title.slice(prefix.length)
        : withoutPrefix(document.title, names);
      document.title = document.hidden ? prefix + title : title;
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      document.title = withoutPrefix(document.title, names);
    };
  }, [status, names]);
}

function withoutPrefix(title: string, names: Record<ShownStatus, string>): string {
  const name = Object.values(names).find((word) => title.startsWith(`${word}: `));
  return name ? title.slice(name.length + 2) : title;
}
