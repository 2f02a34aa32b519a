import { define } from './define.js';

/** `/crew status` */
export const status = define({
  name: 'status',
  summary: {
    en: 'what crew is doing here, and what waits for whom',
    ja: '今ここで何をしているか、誰を待っているか',
  },
  access: 'anyone',
  workflow: 'answer',
  grammar: {},
});
