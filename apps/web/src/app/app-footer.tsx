import type { ReactNode } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { servedConfig } from '../lib/page-config.ts';
import css from './app-frame.module.css';

export function AppFooter({ children }: { children?: ReactNode }) {
  const { common } = useMessages();
  const { version, apiReference, links } = servedConfig ?? {};
  const entries = [
    [common.documentation, links?.documentation],
    [common.source, links?.source],
    [common.apiReference, apiReference],
  ];
  return (
    <footer className={css.footer}>
      <span>Millrace {version}</span>
      {entries.map(
        ([name, address]) =>
          address && (
            <a key={name} href={address}>
              {name}
            </a>
          ),
      )}
      {children}
    </footer>
  );
}
