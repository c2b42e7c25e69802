import type { ListedSubscription } from './notification-calls.ts';
import type { refusedParts } from './subscription-errors.ts';
import type { SubscriptionForm } from './subscription-form.ts';

/** Properties of each group of fields in the form for a subscription. */
export interface SubscriptionFieldsProps {
  form: SubscriptionForm;
  isPersonal: boolean;
  /** The stored subscription; undefined for a new one. */
  stored: ListedSubscription | undefined;
  /** Returns the server's error message about a field. */
  errorOf: (part: keyof typeof refusedParts) => string | undefined;
  onChange: (part: Partial<SubscriptionForm>) => void;
}
