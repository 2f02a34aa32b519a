import { define } from './define.js';

/** `/crew review` */
export const review = define({
  name: 'review',
  summary: {
    en: 'verification of this pull request, and findings with citations',
    ja: 'このプルリクエストの検証と、根拠つきの指摘',
  },
  access: 'write',
  workflow: 'review',
  grammar: {},
});
