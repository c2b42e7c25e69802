import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useMessages } from '../lib/i18n/messages.tsx';

/** A dialog that led here gives the focus back as it closes: later than that. */
const settleMs = 100;

/** Tells screen readers that the page changed, and moves focus to its heading. */
export function RouteAnnouncer() {
  const { common } = useMessages();
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(pathname);
  const lastPage = useRef(page);
  const [message, setMessage] = useState('');

  const leave = useEffectEvent(() => {
    if (navigation !== 'POP') scrollTo(0, 0);
  });
  const arrive = useEffectEvent(() => {
    document.querySelector('h1')?.focus({ preventScroll: true });
    setMessage(common.pageOpened(document.title));
  });
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    leave();
    return afterHeading(arrive);
  }, [page]);

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

/** Calls once the page has a heading: until the code of its screen is there, it has none, nor a title. */
function afterHeading(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (!document.querySelector('h1')) return;
    observer.disconnect();
    timer = setTimeout(call, settleMs);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
