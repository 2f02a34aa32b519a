// `/crew review`: verify this pull request and review it, with citations. It starts the workflow `review`.

import { define } from './define.js';

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
