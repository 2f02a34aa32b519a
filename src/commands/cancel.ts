import { define } from './define.js';

/** `/crew cancel` */
export const cancel = define({
  name: 'cancel',
  summary: {
    en: 'stop, and keep what is there',
    ja: '止める。途中までのものは残る',
  },
  access: 'write',
  workflow: 'signal',
  grammar: {},
});
