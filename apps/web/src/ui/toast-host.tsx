import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toast.css';
import type { ToastKind } from './toast.ts';

const autoCloseMs = 3000;

// The unstyled build is used because the other one adds a <style> element, which the CSP refuses.
const host = document.createElement('div');
document.body.append(host);
createRoot(host).render(
  <ToastContainer
    position="top-center"
    limit={3}
    pauseOnHover
    hideProgressBar
    autoClose={autoCloseMs}
    newestOnTop
    draggable={false}
  />,
);

/** The same text twice at once is one notification. */
export function pushToast(kind: ToastKind, message: string): void {
  toast(message, { type: kind, toastId: `${kind}:${message}` });
}
