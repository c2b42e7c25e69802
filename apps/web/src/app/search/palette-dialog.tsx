import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import palette from '../../features/search/palette.module.css';
import { isComposing } from '../../lib/is-composing.ts';

interface PaletteDialogProps {
  label: string;
  input: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's own dialog: every page loads the palette ahead, and the dialogs of forms weigh three times as much.
 * When it closes, the browser gives the focus back.
 */
export function PaletteDialog({ label, input, onClose, children }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    input.current?.focus();
    return () => element?.close();
  }, [input]);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={palette.dialog}
      aria-label={label}
      onClick={closeOutside}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) onClose();
      }}
      // A gesture may close it too.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={palette.popup}>{children}</div>
    </dialog>
  );
}
