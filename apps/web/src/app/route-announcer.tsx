import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useMessages } from '../lib/i18n/messages.tsx';

/** Tells screen readers that the page changed, and moves focus to its heading. */
export function RouteAnnouncer() {
  const { common } = useMessages();
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(pathname);
  const lastPage = useRef(page);
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    if (navigation !== 'POP') scrollTo(0, 0);
    const timer = setTimeout(() => {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      setMessage(common.pageOpened(document.title));
    }, 100);
    return () => clearTimeout(timer);
  }, [page, navigation, common]);

  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}

/** Choosing a stage or a step of a build does not open another page. */
function pageOf(pathname: string): string {
  return pathname.split('/', 4).join('/');
}
