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
 * Uses the native dialog element, because every page preloads the palette and the dialog component of forms
 * is three times as large. The browser restores the focus when it closes.
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
      // The browser also closes the dialog on a back gesture.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={palette.popup}>{children}</div>
    </dialog>
  );
}
