import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const usageSettings = defineSettings({
  days: {
    name: 'MILLRACE_USAGE_DAYS',
    kind: 'whole',
    default: 400,
    min: 1,
    max: 36_500,
    text: 'Days after which the use of runners is forgotten.',
  },
  pricePerMinute: {
    name: 'MILLRACE_PRICE_PER_MINUTE',
    kind: 'number',
    default: 0,
    min: 0,
    max: 1_000_000,
    text: 'Price of a minute of a runner, for the page of the use; `0` shows no price.',
  },
  pricesOfLabels: {
    name: 'MILLRACE_PRICE_LABELS',
    kind: 'list',
    default: '',
    text: 'Prices of minutes on runners with a label, such as `gpu=yes:0.05,size=large:0.02`. The highest that matches applies.',
  },
  currency: {
    name: 'MILLRACE_PRICE_CURRENCY',
    kind: 'text',
    default: '',
    text: 'Name of the currency of the prices, such as `EUR`.',
  },
});
