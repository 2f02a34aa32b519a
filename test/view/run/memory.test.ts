import { expect, it } from '@jest/globals';
import type { Step } from '../../../src/ports/run.js';
import { viewOf } from '../../../src/view/run/document.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { shownOf } from '../../../src/view/run/shown.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { START } from '../../build/clock.js';
import { recordOf } from '../../build/records.js';

const step = (name: string, value: unknown): Step => ({ name, began: START, at: START + 10, value });
const entry = (id: string) => ({ id, origin: 'refs/crew/memory' });
const steps = [
  step('memory task_1.1', { entries: [entry('aaaaaaaaaaaa'), entry('bbbbbbbbbbbb')] }),
  step('memory task_2.1', { entries: [entry('aaaaaaaaaaaa')], problem: 'team: no answer within 5 s' }),
];
const names = new Map([['aaaaaaaaaaaa', 'lp:defaults:indent_style']]);

it('a run shows what the memory gave to its agents, once each, with its origin, and why it could not be read', () => {
  const { memory } = viewOf({ record: recordOf(), steps }, { now: START, names });
  expect(memory).toEqual({
    entries: [{ ...entry('aaaaaaaaaaaa'), name: 'lp:defaults:indent_style' }, entry('bbbbbbbbbbbb')],
    problems: ['team: no answer within 5 s'],
  });
});

it.each(['en', 'ja'] as const)('its page and the terminal name it (%s); a forgotten entry has no name', (lang) => {
  const shown = shownOf({ record: recordOf(), steps }, { now: START, names, lang });
  const text = runText(shown, { paint: paintFor(false), columns: 100 });
  expect(text).toContain(shown.say.heading.memory);
  for (const view of [text, runPage(shown)]) {
    expect(view).toContain('lp:defaults:indent_style');
    expect(view).toContain('refs/crew/memory');
    expect(view).toContain('bbbbbbbbbbbb');
    expect(view).toContain('team: no answer within 5 s');
  }
});
