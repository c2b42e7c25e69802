import { type ReactNode, useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Every refusal is about the name. */
const anyError = { name: /./ } as const;

interface NameDialogProps {
  title: string;
  submit: string;
  label: string;
  hint?: string;
  /** Name at first. */
  initial?: string;
  call: {
    isPending: boolean;
    error: Error | null;
    reset: () => void;
  };
  /** Sends the form, and calls `onDone` if the server accepts it. */
  onSubmit: (name: string, onDone: () => void) => void;
  isOpen: boolean;
  onClose: () => void;
  /** Fields below the name. */
  children?: ReactNode;
}

/** A form for a name and what belongs to it. */
export function NameDialog(props: NameDialogProps) {
  const { title, submit, label, hint, initial = '', call, onSubmit, isOpen, onClose } = props;
  const [name, setName] = useState(initial);
  const errors = matchErrors(call, anyError);
  const close = () => {
    // Ignores a response that arrives after the dialog is closed.
    call.reset();
    setName(initial);
    onClose();
  };
  return (
    <DialogForm
      title={title}
      submit={submit}
      isOpen={isOpen}
      isPending={call.isPending}
      onSubmit={() => onSubmit(name.trim(), close)}
      onClose={close}
    >
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        required
        value={name}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.of('name')}
        onChange={(event) => {
          errors.clear();
          setName(event.target.value);
        }}
      />
      {props.children}
    </DialogForm>
  );
}
