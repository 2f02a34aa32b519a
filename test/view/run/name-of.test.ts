import { describe, expect, it } from '@jest/globals';
import type { RunHistory } from '../../../src/ports/run.js';
import { nameOf } from '../../../src/view/run/describe.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { shownOf } from '../../../src/view/run/shown.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { hostileRun } from './hostile.js';

describe('the name of an agent, as people read it', () => {
  const all = ['editor', 'scout-a.108072', 'scout-b.5', 'scout-a.77', 'scout-a.plan'];

  it('counts the questions put to a Scout, from the second on', () => {
    expect(all.map((who) => nameOf(who, all))).toEqual(['editor', 'Scout A', 'Scout B', 'Scout A 2', 'Scout A 3']);
  });

  it('needs no others to be known', () => {
    expect(nameOf('scout-b.9')).toBe('Scout B');
  });

  it('leaves every other agent its own name', () => {
    const others = ['scout-a', 'reviewer', 'a-scout-a.1'];
    expect(others.map((who) => nameOf(who))).toEqual(others);
  });
});

/** A run in which the same Scout was asked twice. */
function askedTwice(): RunHistory {
  const { record, steps } = hostileRun('x');
  const as = (who: string) =>
    steps.flatMap((each) =>
      /^\S+ (?:turn|call) \d/.test(each.name) ? [{ ...each, name: each.name.replace(/^\S+/, who) }] : [],
    );
  return { record, steps: [...steps, ...as('scout-a.108072'), ...as('scout-a.77')] };
}

describe('the books of a run', () => {
  it('name who cost what, on the page and at the terminal', () => {
    const shown = shownOf(askedTwice(), { now: Date.parse('2026-11-20T12:00:00Z'), lang: 'en' });
    const page = runPage(shown);
    const text = runText(shown, { paint: paintFor(false), columns: 100 });
    for (const name of ['Scout A', 'Scout A 2']) {
      expect(page).toContain(`<td>${name}</td>`);
      expect(page).toContain(`<h3>${name} `);
      expect(page).toContain(`<span class="lane-name">${name}</span>`);
      expect(text).toMatch(new RegExp(`^ {2}${name} {2,}\\d`, 'm'));
    }
  });
});
