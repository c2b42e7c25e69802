import { useState } from 'react';
import { changesOf } from './changes-of.ts';

/** Values of a form that edits a stored object. */
interface Draft<Values> {
  /** The edited values, and the stored ones of all other fields. */
  values: Values;
  /** The edited values that differ from the stored ones. */
  changes: Partial<Values>;
  isDirty: boolean;
  edit: (part: Partial<Values>) => void;
}

/**
 * Holds the edits of a form apart from the stored values. Two people can then edit different fields of an object: the
 * form shows newer values of the fields that its user has not edited, and does not overwrite them.
 */
export function useDraft<Values extends object>(stored: Values): Draft<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const changes = changesOf(edits, stored);
  const isDirty = Object.keys(changes).length > 0;
  // Drops saved edits, which would hide a newer stored value.
  if (Object.keys(changes).length < Object.keys(edits).length) setEdits(changes);
  return {
    values: { ...stored, ...changes },
    changes,
    isDirty,
    edit: (part) => setEdits((earlier) => ({ ...earlier, ...part })),
  };
}
