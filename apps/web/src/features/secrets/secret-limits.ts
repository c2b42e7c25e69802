import type { NewSecret, Secret } from '@millrace/contract/api';
import { type BuildEvent, secretEvents } from '@millrace/contract/vocabulary';

type SecretEvent = (typeof secretEvents)[number];

/** Input of the fields for the limits of a secret. */
export interface LimitForm {
  events: SecretEvent[];
  /** Patterns, one per line. */
  branches: string;
  images: string;
}

export function toLimitForm({
  events = [],
  branches = [],
  images = [],
}: Partial<Secret>): LimitForm {
  return {
    events: secretEvents.filter((event) => events.includes(event)),
    branches: branches.join('\n'),
    images: images.join('\n'),
  };
}

/** Returns the fields of a request. */
export function readLimitForm({ events, branches, images }: LimitForm) {
  return {
    events,
    branches: linesOf(branches),
    images: linesOf(images),
  } satisfies Partial<NewSecret>;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Describes the limits in one line: `Push, Tag · main, release/* · plugins/docker`; empty if there are none. */
export function limitText(
  { events = [], branches = [], images = [] }: Partial<Secret>,
  eventNames: Readonly<Record<BuildEvent, string>>,
): string {
  const shownEvents = secretEvents.filter((event) => events.includes(event));
  return [shownEvents.map((event) => eventNames[event]), branches, images]
    .map((list) => list.join(', '))
    .filter((part) => part !== '')
    .join(' · ');
}
