import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from '../../ui/dialog-form.module.css';
import { secondFactorMessages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = useTexts(secondFactorMessages);
  return (
    <Dialog title={text.recoveryCodes} isOpen onClose={onClose}>
      <div className={css.body}>
        <RecoveryCodes codes={codes} />
      </div>
      <div className={css.footer}>
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  );
}
