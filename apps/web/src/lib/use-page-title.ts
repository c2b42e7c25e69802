import { useEffect } from 'react';

const product = 'Millrace';

export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = page ? `${page} - ${product}` : product;
  }, [page]);
}
