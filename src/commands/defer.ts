import { define } from './define.js';
import { words } from './grammar.js';
import { ID } from './id.js';

/** `/crew defer` */
export const defer = define({
  name: 'defer',
  summary: {
    en: 'decide it later',
    ja: 'あとで決める',
  },
  access: 'write',
  workflow: 'build',
  grammar: { ids: words('ID', ID) },
});
