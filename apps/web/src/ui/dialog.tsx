import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide';
import { type ReactNode, useRef } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { buttonClass } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Fills the screen; the content then brings its own close button. */
  isFullscreen?: boolean;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isFullscreen = false, children }: DialogProps) {
  const { common } = useMessages();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        if (!open && !isAboveDialogs(event.target)) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Popup
          ref={popup}
          className={isFullscreen ? css.full : css.popup}
          // A screen is read from its top; a form begins with its first field.
          initialFocus={isFullscreen ? popup : true}
        >
          <Base.Title className={isFullscreen ? 'visually-hidden' : css.title}>{title}</Base.Title>
          {children}
          {!isFullscreen && (
            <Base.Close
              className={`${buttonClass({ kind: 'ghost', size: 'small', isIcon: true })} ${css.close}`}
              aria-label={common.close}
            >
              <Icon icon={X} />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A press on a notification or the sign-in notice is not a press beside the dialog. */
function isAboveDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-above-dialogs]') !== null;
}
