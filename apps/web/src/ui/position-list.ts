const gapPx = 4;
const marginPx = 8;
const maxHeightPx = 280;
const minWidthPx = 220;

/**
 * Positions a list below its field, or above it if there is more space, and updates the position while the
 * page scrolls. The list is a popover, so a dialog that scrolls does not clip it. Returns a clean-up
 * function.
 */
export function positionList(list: HTMLElement, field: HTMLElement): () => void {
  const place = () => {
    const { left, top, bottom, width } = field.getBoundingClientRect();
    const viewHeight = window.visualViewport?.height ?? innerHeight;
    const below = viewHeight - bottom - gapPx - marginPx;
    const above = top - gapPx - marginPx;
    const isBelow = below >= Math.min(maxHeightPx, list.scrollHeight) || below >= above;
    const listWidth = Math.min(Math.max(width, minWidthPx), innerWidth - 2 * marginPx);
    Object.assign(list.style, {
      width: `${listWidth}px`,
      maxHeight: `${Math.min(maxHeightPx, isBelow ? below : above)}px`,
      left: `${Math.max(marginPx, Math.min(left, innerWidth - marginPx - listWidth))}px`,
      top: isBelow ? `${bottom + gapPx}px` : 'auto',
      bottom: isBelow ? 'auto' : `${innerHeight - top + gapPx}px`,
    });
  };
  // Documents without layout, as in component tests, do not implement popovers.
  list.showPopover?.();
  place();
  addEventListener('resize', place);
  addEventListener('scroll', place, { capture: true, passive: true });
  return () => {
    removeEventListener('resize', place);
    removeEventListener('scroll', place, { capture: true });
  };
}
