import { describe, expect, it } from '@jest/globals';
import type { RunHistory } from '../../../src/ports/run.js';
import { languages } from '../../../src/text/lang/index.js';
import { runWords } from '../../../src/text/lang/run/index.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { shownOf } from '../../../src/view/run/shown.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { hostileRun } from './hostile.js';

/** A run whose first call ran within the walls though the guard would have asked. */
function ranUnasked(text: string): RunHistory {
  const { record, steps } = hostileRun('x');
  const changed = steps.map((each) =>
    each.name.endsWith('call 1.1') ? { ...each, value: { text: 'done', unasked: [text, 7] } } : each,
  );
  return { record, steps: changed };
}

const seen = (journal: RunHistory, lang: (typeof languages)[number]) => {
  const shown = shownOf(journal, { now: Date.parse('2026-11-20T12:00:00Z'), lang });
  return [runPage(shown), runText(shown, { paint: paintFor(false), columns: 100 })];
};

describe('what a sealed sandbox let run without asking', () => {
  it.each(languages)('is named on the page and at the terminal (%s)', (lang) => {
    const say = runWords(lang);
    for (const view of seen(ranUnasked('Bash npm install: It is not known.'), lang)) {
      expect(view).toContain(say.heading.unasked);
      expect(view).toContain('Bash npm install: It is not known.');
    }
    for (const view of seen(hostileRun('x'), lang)) expect(view).not.toContain(say.heading.unasked);
  });

  it('makes no markup', () => {
    const [page = ''] = seen(ranUnasked('Bash echo <img src=x onerror=y>'), 'en');
    expect(page).toContain('Bash echo &lt;img');
    expect(page).not.toContain('<img');
  });
});
