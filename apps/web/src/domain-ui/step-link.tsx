import type { Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { mobileQuery, useMediaQuery } from '../lib/use-media-query.ts';
import { consoleState } from './build-address.ts';

interface StepLinkProps extends Omit<LinkProps, 'state' | 'replace'> {
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Links to a step and its console. On a small screen the console covers the page, so each click adds a
 * history entry, even for the current step: going back closes the console.
 */
export function StepLink(props: StepLinkProps) {
  const isMobile = useMediaQuery(mobileQuery);
  return <Link {...props} state={consoleState} {...(isMobile && { replace: false })} />;
}
