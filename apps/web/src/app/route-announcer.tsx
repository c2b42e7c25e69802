import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useMessages } from '../lib/i18n/messages.tsx';

/**
 * Delay before the focus moves. A dialog that opened the page restores the previous focus when it closes, and
 * must do so first.
 */
const settleMs = 100;

/** Announces a new page to screen readers, and moves the focus to its heading. */
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

/**
 * Returns the part of the path that identifies a page. The stages and steps of a build belong to the same
 * page.
 */
function pageOf(pathname: string): string {
  return pathname.split('/', 4).join('/');
}

/**
 * Calls back once the page has a heading. The heading and the title are missing until the code of the screen
 * is loaded.
 */
function afterHeading(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    if (!document.querySelector('h1')) return;
    observer.disconnect();
    timer = setTimeout(call, settleMs);
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  check();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
