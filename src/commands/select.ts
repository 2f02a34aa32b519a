// `/crew select`: choose one of the options that a run offers. It is a signal to a run (src/runs/signal.ts).

import { define } from './define.js';
import { choice, optional, text } from './grammar.js';

export const select = define({
  name: 'select',
  summary: {
    en: 'choose one of the options that a run offers',
    ja: '実行が示した案から1つを選ぶ',
  },
  explained: [
    { name: 'A|B|C', en: 'The option.', ja: '選ぶ案。' },
    { name: 'remark', en: 'A note for the agent that writes.', ja: '書き手への一言。' },
  ],
  example: { words: 'B', text: 'more examples, please' },
  access: 'write',
  workflow: 'write',
  grammar: { path: choice('A', 'B', 'C'), remark: optional(text('remark')) },
});
