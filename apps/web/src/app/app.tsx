import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { setNoResponseText } from '../api/no-response.ts';
import type { Messages } from '../lib/i18n/en.ts';
import type { Locale } from '../lib/i18n/locale.ts';
import { LanguageProvider, useMessages } from '../lib/i18n/messages.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { AppRoutes } from './app-routes.tsx';
import { GuardedRouter } from './guarded-router.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';

interface AppProps {
  client: QueryClient;
  language: { locale: Locale; messages: Messages };
}

export function App({ client, language }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <LanguageProvider initial={language}>
        <GuardedRouter>
          <NoResponseText />
          <AppRoutes />
          <RouteAnnouncer />
        </GuardedRouter>
        <ToastRegion />
      </LanguageProvider>
    </QueryClientProvider>
  );
}

/** Translates the message for calls without a response, because calls are also made outside of components. */
function NoResponseText() {
  const { failure } = useMessages();
  useLayoutEffect(() => setNoResponseText(failure.unreachableTitle), [failure]);
  return null;
}
