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
  /** Fills the screen, without a close button. The content must provide one. */
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
          // A fullscreen dialog starts at its top, others at the first field.
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

/**
 * Returns whether the target is a notification or the sign-in notice: a click there must not close the
 * dialog.
 */
function isAboveDialogs(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-above-dialogs]') !== null;
}
