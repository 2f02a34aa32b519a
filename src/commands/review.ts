import { define } from './define.js';

/** `/crew review` */
export const review = define({
  name: 'review',
  summary: {
    en: 'verify this pull request and review it, with citations',
    ja: 'このプルリクエストを検証し、根拠つきでレビューする',
  },
  commentOnly: true,
  access: 'write',
  workflow: 'review',
  grammar: {},
});
