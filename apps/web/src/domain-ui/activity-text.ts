import type { Build } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { readRef } from '@millrace/pipeline/git-ref';
import type { Texts } from '../lib/i18n/texts.ts';
import type { activityMessages } from './activity-messages.ts';

/** Servers may omit empty fields. */
const read = (text: string | undefined) => text ?? '';

/** Describes the event without its actor: `pushed to main`. */
export function activityText(build: Build, text: Texts<typeof activityMessages>): string {
  const parent = build.parent ? `#${build.parent}` : '';
  switch (build.event) {
    case 'pull_request': {
      const pull = /^refs\/(?:pull|merge-requests)\/(\d+)/.exec(read(build.ref))?.[1];
      const sentence =
        build.action === 'opened' ? text.pullRequestOpened : text.pullRequestSynchronized;
      return sentence(pull ? `#${pull}` : '', read(build.target));
    }
    case 'tag':
      return text.tag(tagOf(build));
    case 'promote':
      return text.promote(parent, read(build.deploy_to));
    case 'rollback':
      return text.rollback(parent, read(build.deploy_to));
    case 'cron':
      return text.cron(read(build.cron), read(build.target));
    case 'custom':
      return text.custom(read(build.target) || tagOf(build));
    default:
      return text.push(read(build.target));
  }
}

/** Returns the tag of a build; empty for one of a branch or commit. */
function tagOf(build: Build): string {
  const { kind, name } = readRef(read(build.ref));
  return kind === 'tag' ? name : '';
}

/** Returns the title of a build, or else the first line of its message, or else its number. Never empty. */
export function buildTitle(build: Build, untitled: (number: number) => string): string {
  const message = build.message?.trim().split('\n', 1)[0];
  return build.title?.trim() || message || untitled(build.number);
}

const startedByHand: ReadonlySet<BuildEvent> = new Set(['custom', 'promote', 'rollback']);

/** Returns the account that started the build by hand, or else the author of the change. */
export function buildActor(build: Build): { name: string; avatar: string } {
  const { author_login, author_name, sender, trigger } = build;
  const author = author_login || author_name || sender || read(trigger);
  const starter = starterOf(build);
  const name = startedByHand.has(build.event) && starter ? starter : author;
  return { name, avatar: name === author ? build.author_avatar : '' };
}
