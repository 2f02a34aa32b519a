import { define } from './define.js';
import { choice } from './grammar.js';

/** `/crew profile` */
export const profile = define({
  name: 'profile',
  summary: {
    en: 'what crew learned of preferences',
    ja: '覚えた好みを扱う',
  },
  access: 'write',
  workflow: 'build',
  grammar: { what: choice('keep', 'review', 'clear') },
});
