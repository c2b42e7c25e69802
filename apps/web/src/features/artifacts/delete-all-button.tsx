import { Trash2 } from 'lucide';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useDeleteAllArtifacts } from './artifact-mutations.ts';
import type { BuildAddress } from './artifact-queries.ts';
import { artifactMessages } from './messages.ts';

/** Button that deletes all files of a build after confirmation. */
export function DeleteAllButton({ address }: { address: BuildAddress }) {
  const text = useTexts(artifactMessages);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteAllArtifacts(address);
  const { namespace, name, build } = address;
  return (
    <>
      <VanishingButton size="small" disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        <Icon icon={Trash2} size={14} />
        {text.deleteAll}
      </VanishingButton>
      <ConfirmDialog
        question={text.deleteAllQuestion(build)}
        detail={text.deleteAllDetail(`${namespace}/${name}`, build)}
        action={text.deleteAll}
        isOpen={isAsking}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
