import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Button } from '../../ui/button.tsx';
import css from './card-list.module.css';
import { type CardAddress, cardQuery } from './card-queries.ts';
import { findCards, type StepCard } from './find-cards.ts';
import { cardMessages } from './messages.ts';

const CardView = lazyPart(() => import('./card-view.tsx'), 'CardView', {
  instead: () => <CardLoading />,
});

interface CardListProps {
  namespace: string;
  name: string;
  build: Build | undefined;
  /** Selected attempt; undefined for the newest. */
  attempt?: number | undefined;
}

/** Lists the cards of a build. */
export function CardList({ namespace, name, build, attempt }: CardListProps) {
  const text = useTexts(cardMessages);
  if (!build) return <p className={css.note}>{text.loading}</p>;
  const found = findCards(build);
  if (found.length === 0) return <p className={css.note}>{text.none}</p>;
  return (
    <ul className={css.list}>
      {found.map((card) => (
        <li key={`${card.stage}/${card.step}`} className={css.card}>
          <h2 className={css.name}>
            <StatusIcon status={card.status} size={14} />
            {card.stageName} / {card.stepName}
          </h2>
          <Card
            card={card}
            address={{
              namespace,
              name,
              attempt,
              build: build.number,
              stage: card.stage,
              step: card.step,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function Card({ card, address }: { card: StepCard; address: CardAddress }) {
  const { common } = useMessages();
  const text = useTexts(cardMessages);
  const { data, error, refetch } = useQuery(cardQuery(address, card.schema));
  if (error && !data) {
    return (
      <p className={css.error}>
        <span>{text.error}</span>{' '}
        <Button size="small" onClick={() => refetch()}>
          {common.retry}
        </Button>
      </p>
    );
  }
  if (!data) return <CardLoading />;
  return (
    <Boundary fallback={<p className={css.error}>{text.error}</p>}>
      <CardView parts={data} />
    </Boundary>
  );
}

function CardLoading() {
  const text = useTexts(cardMessages);
  return <p className={css.note}>{text.loadingCard}</p>;
}
