import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { reportChangeError, reportReadError } from './app/report-errors.ts';
import { en } from './lib/i18n/en.ts';
import { chooseLocale, loadMessages } from './lib/i18n/locale.ts';
import { logError } from './lib/log-error.ts';
import { showToast } from './ui/toast.ts';

const client = createQueryClient({
  onReadError: (error) => reportReadError(client, error),
  onChangeError: reportChangeError,
  onChangeDone: (text) => showToast('success', text),
});
const locale = chooseLocale();
const root = document.getElementById('root');

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
