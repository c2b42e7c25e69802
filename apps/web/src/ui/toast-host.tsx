import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toast.css';
import type { Messages } from '../lib/i18n/en.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import type { ToastKind } from './toast.ts';

const autoCloseMs = 3000;

// The unstyled build is used because the other one adds a <style> element, which the CSP refuses.
const host = document.createElement('div');
document.body.append(host);
const root = createRoot(host);

let cameFrom: EventTarget | null = null;
// Who reads them with the keyboard has as much time as who points at them.
host.addEventListener('focusin', ({ relatedTarget }) => {
  if (!isOfHost(relatedTarget)) cameFrom = relatedTarget;
  toast.pause();
});
host.addEventListener('focusout', ({ relatedTarget }) => {
  if (!isOfHost(relatedTarget)) toast.play();
});

function isOfHost(target: EventTarget | null): boolean {
  return target instanceof Node && host.contains(target);
}

function leave(): void {
  if (!isOfHost(document.activeElement)) return;
  if (cameFrom instanceof HTMLElement) cameFrom.focus();
  toast.play();
}

/**
 * The same text twice at once is one notification.
 * @param quoted words of the server within the message: servers speak English
 */
export function pushToast(
  kind: ToastKind,
  message: string,
  quoted: string,
  { common }: Messages,
): void {
  root.render(
    <ToastContainer
      position="top-center"
      aria-label={common.notifications}
      limit={3}
      pauseOnHover
      hideProgressBar
      autoClose={autoCloseMs}
      newestOnTop
      draggable={false}
      closeButton={({ closeToast }) => (
        <IconButton
          label={common.close}
          className="toast-close"
          onClick={() => {
            leave();
            closeToast(true);
          }}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
    />,
  );
  const at = quoted ? message.indexOf(quoted) : -1;
  toast(
    <span lang={document.documentElement.lang}>
      {at < 0 ? (
        message
      ) : (
        <>
          {message.slice(0, at)}
          <span lang="en">{quoted}</span>
          {message.slice(at + quoted.length)}
        </>
      )}
    </span>,
    { type: kind, toastId: `${kind}:${message}` },
  );
}
