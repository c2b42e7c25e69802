import { type Action, AdaptiveCard, HostConfig, OpenUrlAction } from 'adaptivecards';
import { Template } from 'adaptivecards-templating';
import { toHttpUrl } from '../../lib/safe-url.ts';
import type { CardParts } from './card-queries.ts';

const colour = (name: string, subtle = name) => ({
  default: `var(--${name})`,
  subtle: `var(--${subtle})`,
});
const foregroundColors = {
  default: colour('text', 'text-secondary'),
  dark: colour('text'),
  light: colour('text-secondary'),
  accent: colour('accent'),
  good: colour('status-success'),
  warning: colour('warning-text'),
  attention: colour('danger-text'),
};
const style = (backgroundColor: string) => ({ backgroundColor, foregroundColors });

/** Theme of the cards, with the colours of the app. */
const hostConfig = new HostConfig({
  fontFamily: 'inherit',
  supportsInteractivity: true,
  containerStyles: {
    default: style('transparent'),
    emphasis: style('var(--sunken)'),
    good: style('transparent'),
    attention: style('transparent'),
    warning: style('var(--warning-surface)'),
    accent: style('transparent'),
  },
  actions: { maxActions: 10, actionsOrientation: 'horizontal' },
});

/** Renders a card. Throws if the template or the data is invalid. */
export function drawCard({ template, data }: CardParts): HTMLElement {
  const card = new AdaptiveCard();
  card.hostConfig = hostConfig;
  card.onExecuteAction = openAction;
  const filled = new Template(template).expand({ $root: data });
  if (typeof filled !== 'object' || filled === null) throw new Error('The template is not a card');
  card.parse(filled);
  const element = card.render();
  if (!element) throw new Error('The card is empty');
  for (const link of element.querySelectorAll('a')) secureLink(link);
  for (const image of element.querySelectorAll('img')) {
    if (!toHttpUrl(image.getAttribute('src'))) image.removeAttribute('src');
    image.referrerPolicy = 'no-referrer';
  }
  return element;
}

/** Opens URLs. Other actions of cards are ignored. */
function openAction(action: Action): void {
  const url = action instanceof OpenUrlAction ? toHttpUrl(action.url) : null;
  if (url) window.open(url, '_blank', 'noopener,noreferrer');
}

function secureLink(link: HTMLAnchorElement): void {
  const url = toHttpUrl(link.getAttribute('href'));
  if (url) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  } else link.removeAttribute('href');
}
