import { useLayoutEffect, useMemo, useRef } from 'react';
import css from './card-list.module.css';
import type { CardParts } from './card-queries.ts';
import { drawCard } from './draw-card.ts';

export function CardView({ parts }: { parts: CardParts }) {
  const box = useRef<HTMLDivElement>(null);
  const element = useMemo(() => drawCard(parts), [parts]);
  useLayoutEffect(() => box.current?.replaceChildren(element), [element]);
  return <div ref={box} className={css.view} />;
}
