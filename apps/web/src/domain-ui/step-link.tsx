import type { Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { mobileQuery, useMediaQuery } from '../lib/use-media-query.ts';
import { consoleState } from './build-address.ts';

interface StepLinkProps extends Omit<LinkProps, 'state' | 'replace'> {
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Leads to a step and its console. On a small screen the console covers the page, so each press is
 * an entry of the history: going back closes the console, also that of the step in the address.
 */
export function StepLink(props: StepLinkProps) {
  const isMobile = useMediaQuery(mobileQuery);
  return <Link {...props} state={consoleState} {...(isMobile && { replace: false })} />;
}
