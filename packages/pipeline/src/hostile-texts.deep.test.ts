import { it } from 'vitest';
import { checkParsing, checkTemplates } from './testing/hostile-texts.ts';

it('the templates of many hostile texts are found without an exception', () => {
  checkTemplates(5000);
});

it('many hostile texts are parsed and converted without an exception', () => {
  checkParsing(5000);
});
