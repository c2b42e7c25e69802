import type { ComponentType, ReactNode } from 'react';
import { useMessages } from '../lib/i18n/messages.tsx';
import { LoadFailure } from './load-failure.tsx';
import { type Part, usePart } from './use-part.ts';

interface LazyPartOptions<Props> {
  /** Shown until the component is loaded. */
  instead?: (props: Props) => ReactNode;
  /** Shown if it cannot be loaded, instead of a message with a retry button. */
  missing?: (props: Props) => ReactNode;
}

/**
 * Creates a component that is loaded when it is first shown. If it cannot be loaded, a message replaces it
 * and the rest of the page keeps working. React's `lazy` would break the page, and never retry.
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
