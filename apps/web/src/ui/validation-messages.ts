import { text } from '../lib/i18n/texts.ts';

/** Texts about the values of fields. */
export const validationMessages = {
  required: text('Please fill in this field.', '请填写此项。'),
};
