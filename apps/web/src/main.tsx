import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppClient } from './app/app-client.ts';
import { missedBasePath } from './lib/base-path.ts';
import { en } from './lib/i18n/en.ts';
import { chooseLocale, loadMessages } from './lib/i18n/locale.ts';
import { logError } from './lib/log-error.ts';

const locale = chooseLocale();
const client = createAppClient();
const root = document.getElementById('root');

const missed = missedBasePath(location.pathname);
if (missed === null) start();
else location.replace(missed + location.search + location.hash);

function start(): void {
  loadMessages(locale)
    .then(
      (messages) => ({ locale, messages }),
      (error: unknown) => {
        logError(error);
        return { locale: 'en' as const, messages: en };
      },
    )
    .then((language) => {
      if (root) createRoot(root).render(<App client={client} language={language} />);
    });
}
