import { deleteLogs } from '@millrace/contract/api';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { attemptOf } from '../../lib/attempt.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deleteLogMessages } from './delete-log-messages.ts';
import type { LogAddress } from './engine/open-log.ts';

interface DeleteLogDialogProps {
  address: LogAddress;
  stageName: string;
  stepName: string;
  isOpen: boolean;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation, then deletes the log of a step. */
export function DeleteLogDialog(props: DeleteLogDialogProps) {
  const { address, stageName, stepName, isOpen, onDeleted, onClose } = props;
  const text = useTexts(deleteLogMessages);
  const { attempt, ...params } = address;
  const remove = useMutation({
    mutationFn: () => callApi(deleteLogs, { params, query: attemptOf(attempt) }),
    onSuccess: onDeleted,
    meta: { done: text.deleted, failed: text.deleteFailed },
  });
  return (
    <ConfirmDialog
      question={text.deleteQuestion(stageName, stepName)}
      detail={text.deleteDetail(`${params.namespace}/${params.name}`, params.build)}
      action={text.delete}
      isOpen={isOpen}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
