import { define } from './define.js';
import { maybe, word } from './grammar.js';
import { RUN } from './id.js';

/** `/crew cancel [RUN]` */
export const cancel = define({
  name: 'cancel',
  summary: {
    en: 'stop, and keep what is there',
    ja: '止める。途中までのものは残る',
  },
  access: 'write',
  workflow: 'signal',
  grammar: { run: maybe(word('RUN', RUN)) },
});
