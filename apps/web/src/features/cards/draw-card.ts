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

/** The interface's own look, in both themes. */
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

/** Draws a card as an element; throws where the template or the data cannot be used. */
export function drawCard({ template, data }: CardParts): HTMLElement {
  const card = new AdaptiveCard();
  card.hostConfig = hostConfig;
  card.onExecuteAction = openAction;
  const filled = new Template(template).expand({ $root: data });
  if (typeof filled !== 'object' || filled === null) throw new Error('The template is no card');
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

/** Of all that a card may want to do, only leading to a web page is done. */
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
