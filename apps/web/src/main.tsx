import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { reportReadError } from './app/report-read-error.ts';
import { chooseLocale, loadMessages } from './lib/i18n/locale.ts';

const client = createQueryClient((error) => reportReadError(client, error));
const locale = chooseLocale();
const root = document.getElementById('root');

loadMessages(locale).then((messages) => {
  if (root) createRoot(root).render(<App client={client} language={{ locale, messages }} />);
});
