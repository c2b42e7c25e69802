import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { reportChangeError, reportReadError } from './app/report-errors.ts';
import { chooseLocale, loadMessages } from './lib/i18n/locale.ts';
import { showToast } from './ui/toast.ts';

const client = createQueryClient({
  onReadError: (error) => reportReadError(client, error),
  onChangeError: reportChangeError,
  onChangeDone: (text) => showToast('success', text),
});
const locale = chooseLocale();
const root = document.getElementById('root');

loadMessages(locale).then((messages) => {
  if (root) createRoot(root).render(<App client={client} language={{ locale, messages }} />);
});
