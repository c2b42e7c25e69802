import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import type { Messages } from '../lib/i18n/en.ts';
import type { Locale } from '../lib/i18n/locale.ts';
import { LanguageProvider } from '../lib/i18n/messages.tsx';
import { AppRoutes } from './app-routes.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';

interface AppProps {
  client: QueryClient;
  language: { locale: Locale; messages: Messages };
}

export function App({ client, language }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <LanguageProvider initial={language}>
        <BrowserRouter>
          <AppRoutes />
          <RouteAnnouncer />
        </BrowserRouter>
      </LanguageProvider>
    </QueryClientProvider>
  );
}
