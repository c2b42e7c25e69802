import { Check, CircleAlert, X } from 'lucide';
import { type FocusEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../lib/class-names.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeToast, subscribeToToasts, type Toast, visibleToasts } from './toast.ts';
import css from './toast-region.module.css';

/**
 * Notifications at the top of the page. Alt+T moves the focus to the newest one. A CSS animation closes each
 * one after three seconds; it pauses while the pointer or the focus is on it.
 */
export function ToastRegion() {
  const { common } = useMessages();
  const toasts = useSyncExternalStore(subscribeToToasts, visibleToasts);
  const region = useRef<HTMLElement>(null);
  const previousFocus = useRef<EventTarget | null>(null);

  useToastKey(region);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) previousFocus.current = relatedTarget;
  };
  const close = ({ id }: Toast) => {
    const hasFocus = region.current?.contains(document.activeElement);
    closeToast(id);
    if (hasFocus && previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };

  // Renders outside of the page's root: an open dialog hides the root from screen readers, except for live
  // regions.
  return createPortal(
    <section
      ref={region}
      className={css.region}
      aria-label={common.notifications}
      aria-live="polite"
      aria-relevant="additions text"
      data-above-dialogs
      onFocus={rememberFocus}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          role="alert"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Alt+T moves the focus here
          tabIndex={0}
          className={classNames(css.toast, css[toast.kind])}
          onAnimationEnd={({ target, currentTarget, animationName }) => {
            if (target === currentTarget && animationName === css.clock) closeToast(toast.id);
          }}
        >
          {toast.kind === 'success' ? <Icon icon={Check} /> : <Icon icon={CircleAlert} />}
          <ToastText {...toast} />
          <IconButton label={common.close} className={css.close} onClick={() => close(toast)}>
            <Icon icon={X} size={14} />
          </IconButton>
        </div>
      ))}
    </section>,
    document.body,
  );
}

/** Moves the focus to the newest notification on Alt+T. */
function useToastKey(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyT') return;
      const newest = region.current?.querySelector<HTMLElement>('[role=alert]');
      // Without a notification, focus the button of the notice above the page, which Tab cannot reach while a
      // dialog is open.
      const button = document.querySelector<HTMLElement>('[data-above-dialogs] button');
      (newest ?? button)?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [region]);
}

function ToastText({ message, quoted }: Toast) {
  const at = quoted ? message.indexOf(quoted) : -1;
  return (
    <span className={css.text} lang={document.documentElement.lang}>
      {at < 0 ? (
        message
      ) : (
        <>
          {message.slice(0, at)}
          <span lang="en">{quoted}</span>
          {message.slice(at + quoted.length)}
        </>
      )}
    </span>
  );
}
