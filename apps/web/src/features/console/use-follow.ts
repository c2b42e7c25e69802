import { type RefObject, useLayoutEffect, useRef } from 'react';

const nearEndPx = 24;

/** Keeps the end in view while following; scrolling up pauses it, coming back to the end resumes. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  isFollowing: boolean,
  height: number,
  onFollowingChange: (isFollowing: boolean) => void,
): () => void {
  const lastTop = useRef(0);
  const canResume = useRef(false);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isFollowing || !element || height === 0) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [scroller, isFollowing, height]);

  return () => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEndPx;
    if (isFollowing && !isAtEnd && scrollTop < lastTop.current - 1) {
      canResume.current = true;
      onFollowingChange(false);
    } else if (!isFollowing && isAtEnd && canResume.current) {
      canResume.current = false;
      onFollowingChange(true);
    }
    lastTop.current = scrollTop;
  };
}
