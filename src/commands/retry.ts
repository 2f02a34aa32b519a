import { define } from './define.js';

/** `/crew retry` */
export const retry = define({
  name: 'retry',
  summary: {
    en: 'try again what ended stuck',
    ja: '行き詰まったものをやり直す',
  },
  access: 'write',
  workflow: 'fix',
  grammar: {},
});
