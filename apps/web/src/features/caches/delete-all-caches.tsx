import { Trash2 } from 'lucide';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useDeleteAllCaches } from './cache-mutations.ts';
import { cacheMessages } from './messages.ts';

/** Button that deletes all caches of a repository after confirmation. */
export function DeleteAllCaches({ repo }: { repo: RepoName }) {
  const text = useTexts(cacheMessages);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteAllCaches(repo);
  return (
    <>
      <VanishingButton size="small" disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        <Icon icon={Trash2} size={14} />
        {text.deleteAll}
      </VanishingButton>
      <ConfirmDialog
        question={text.deleteAllQuestion}
        detail={text.deleteAllDetail(`${repo.namespace}/${repo.name}`)}
        action={text.deleteAll}
        isOpen={isAsking}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
