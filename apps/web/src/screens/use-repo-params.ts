import { namespaceOf } from '@millrace/contract/reserved-names';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { paths } from '../lib/paths.ts';

/**
 * Returns the parameters in the path of a repository's page. Redirects to the path with the name of the repository
 * as the server spells it: the server ignores the case of names, but live updates contain the name.
 */
export function useRepoParams(): { readonly [name: string]: string | undefined } {
  const params = useParams();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { name = '' } = params;
  const namespace = namespaceOf(params.namespace ?? '');
  // Only reads what the page has loaded.
  const { data: repo } = useQuery({ ...repoQuery(namespace, name), enabled: false });
  const slug = `${namespace}/${name}`;
  const stored = repo?.slug ?? slug;
  useEffect(() => {
    if (stored === slug) return;
    const rest = pathname.split('/').slice(3);
    const path = [paths.repo(stored), ...rest].join('/');
    void navigate(path + search + hash, { replace: true });
  }, [stored, slug, pathname, search, hash, navigate]);
  return { ...params, namespace };
}
