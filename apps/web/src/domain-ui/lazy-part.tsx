import type { ComponentType, ReactNode } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { LoadFailure } from './load-failure.tsx';
import { type Part, usePart } from './use-part.ts';

interface LazyPartOptions<Props> {
  /** Shown until the component is loaded. */
  instead?: (props: Props) => ReactNode;
  /** Shown while it cannot be loaded, in place of the message with its button. */
  missing?: (props: Props) => ReactNode;
}

/**
 * A component that is loaded when it is first shown. While it cannot be loaded, a message stands in its place and the
 * rest of the page goes on; React's `lazy` would break the page, and never try again.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { instead, missing }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const part: Part<Record<Name, ComponentType<Props>>> = { load };
  return function LazyPart(props: Props) {
    const { module, hasFailed, retry } = usePart(part);
    const { failure } = useMessages();
    if (module) {
      const Loaded: ComponentType<Props> = module[name];
      return <Loaded {...props} />;
    }
    if (!hasFailed) return instead?.(props);
    if (missing) return missing(props);
    return <LoadFailure message={failure.partMissing} isUnreachable={false} onRetry={retry} />;
  };
}
