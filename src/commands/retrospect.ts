import { define } from './define.js';
import { maybe, word } from './grammar.js';
import { RUN } from './id.js';

/** `/crew retrospect` */
export const retrospect = define({
  name: 'retrospect',
  summary: {
    en: 'what a run taught',
    ja: '振り返りをする',
  },
  access: 'write',
  workflow: 'build',
  grammar: { run: maybe(word('RUN', RUN)) },
});
