import type { ComponentType } from 'react';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { type Part, usePart } from '../domain-ui/use-part.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { PagePlaceholder } from './page-placeholder.tsx';

/**
 * A screen whose code is loaded when it is first shown. It appears as soon as its code is loaded;
 * `lazy` with Suspense would delay it by up to 300 ms.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const part: Part<Record<Name, ComponentType>> = { load };
  return function LazyScreen() {
    const { module, hasFailed, retry } = usePart(part);
    const { failure } = useMessages();
    if (hasFailed) {
      const message = failure.partMissing;
      return <LoadFailure message={message} isUnreachable={false} onRetry={retry} />;
    }
    if (!module) return <PagePlaceholder />;
    const Screen: ComponentType = module[name];
    return <Screen />;
  };
}
