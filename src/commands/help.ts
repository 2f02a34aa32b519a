import { define } from './define.js';

/** `/crew help` */
export const help = define({
  name: 'help',
  summary: {
    en: 'what can be asked of crew, and how',
    ja: '何をどう頼めるか',
  },
  access: 'anyone',
  workflow: 'answer',
  grammar: {},
});
