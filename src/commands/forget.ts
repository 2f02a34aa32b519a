import { define } from './define.js';
import { flag, maybe, word } from './grammar.js';

/** `/crew forget` */
export const forget = define({
  name: 'forget',
  summary: {
    en: 'forget what was learned',
    ja: '覚えたことを忘れる',
  },
  access: 'write',
  workflow: 'build',
  grammar: {
    all: flag('--all'),
    yes: flag('--yes'),
    name: maybe(word('NAME', /^\S+$/)),
  },
  forms: 'NAME|--all --yes',
  rule: ({ all, yes, name }) => {
    if (all === (name !== undefined)) return { is: 'one-of-two', of: 'NAME', or: '--all' };
    return all && !yes ? { is: 'beside', word: '--all', of: '--yes' } : null;
  },
});
