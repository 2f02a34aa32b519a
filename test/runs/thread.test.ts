// The comments of a run: a checklist of its jobs, and at most six lines before the fold.
import { describe, expect, it } from '@jest/globals';
import type { RunRecord } from '../../src/ports/run.js';
import { answeredNotice, endComment, endNotice, folded, startComment } from '../../src/runs/thread.js';

const record = {
  ...{ run: 'fix-2-0123456789', workflow: 'fix', version: 1, exclusive: true, signals: [] },
  startedAt: '2030-01-02T03:04:05Z',
  request: {
    event: {
      kind: 'comment',
      key: 'k',
      actor: { login: 'maya', id: 1, bot: false },
      at: { repo: 'acme/shop', issue: 2 },
    },
    text: '/crew fix',
    command: { name: 'fix', args: {} },
    by: { login: 'maya', id: 1 },
    at: '2030-01-02T03:04:05Z',
  },
} as unknown as RunRecord;

const bodyOf = (changes: readonly unknown[]): string => (changes as readonly { body: string }[])[0]?.body ?? '';
const shown = { lang: 'en', url: 'https://github.com/a/b/actions/runs/1', limitUsd: 5 } as const;

describe('the comment of a run', () => {
  it('names the estimate beside the cost limit, if the gate made one', () => {
    expect(bodyOf(startComment({ ...record, estimateUsd: [0.02, 0.1] }, shown))).toMatch(
      /^\*\*`\/crew fix`\*\* is running · estimate \$0\.02 to \$0\.10 · cost limit \$5\.00 · /,
    );
  });

  it('names command, cost limit, link and jobs, and how to stop it', () => {
    expect(bodyOf(startComment(record, shown))).toBe(
      [
        '**`/crew fix`** is running · cost limit $5.00 · [`fix-2-0123456789`](https://github.com/a/b/actions/runs/1)',
        '☐ work · ☐ verify · ☐ publish',
        '`/crew cancel` stops it.',
      ].join('\n\n'),
    );
  });

  it('ticks the jobs that have ended and marks one that failed', () => {
    const jobs = { work: 'done', verify: 'failed' } as const;
    expect(bodyOf(endComment(record, { name: 'stuck' }, { ...shown, jobs }))).toContain(
      '☑ work · ☒ verify · ☐ publish',
    );
  });

  describe('of /crew plan', () => {
    const plan = {
      ...record,
      run: 'plan-2-0123456789',
      request: { ...record.request, text: '/crew plan', command: { name: 'plan', args: {} } },
    } as RunRecord;
    const jobs = { work: 'done', publish: 'done' } as const;
    const linesOf = (changes: readonly unknown[]) => bodyOf(changes).split('\n\n').slice(0, 3);
    const awaits = { id: 'p-1', kind: 'approval', question: 'This?' } as const;
    const said = (is: 'approve' | 'reject'): RunRecord => ({
      ...plan,
      signals: [
        { ...{ key: 'k', by: { login: 'maya' }, at: '' }, ...(is === 'approve' ? { is, ids: ['p-1'] } : { is }) },
      ],
    });

    it('has the plan and its approval as steps, and says that nothing is changed before the approval', () => {
      const [head, list, about] = linesOf(startComment(plan, shown));
      expect(head).toContain('**`/crew plan`** is running');
      expect(list).toBe('☐ plan · ☐ approval');
      expect(about).toMatch(/writes a plan\. It changes nothing before somebody approves/);
    });

    it('waits for the approval of the plan', () => {
      const [head, list] = linesOf(endComment(plan, { name: 'awaiting', awaits }, { ...shown, jobs }));
      expect(head).toContain('**`/crew plan`**: waiting for approval · ');
      expect(list).toMatch(/^☑ plan · ☐ approval$/m);
    });

    it('has no open step if there is no plan, and is not called stuck', () => {
      const outcome = { name: 'stuck', result: { noPlan: true } } as const;
      const [head, list] = linesOf(endComment(plan, outcome, { ...shown, jobs }));
      expect(head).toContain('**`/crew plan`**: no plan made · ');
      expect(list).toMatch(/^☒ plan$/m);
    });

    it('has the jobs of a fix once a person approved it, and ends if a person rejects it', () => {
      expect(linesOf(startComment(said('approve'), shown))[1]).toBe(
        '☑ plan · ☑ approval · ☐ work · ☐ verify · ☐ publish',
      );
      expect(linesOf(endComment(said('reject'), { name: 'cancelled' }, { ...shown, jobs }))[1]).toMatch(
        /^☑ plan · ☒ approval$/m,
      );
    });
  });

  it('has no verify job where nothing can be changed', () => {
    expect(bodyOf(startComment({ ...record, exclusive: false }, shown))).toContain('☐ work · ☐ publish');
  });
});

describe('a new comment', () => {
  it('with a question is edited once it is answered', () => {
    const end = { outcome: 'awaiting', at: '', says: 'Which one?' } as const;
    const awaiting = { ...record, end, publishing: { id: 1, attempt: 1 } };
    const [asked] = endNotice(awaiting, { name: 'awaiting', says: end.says }, { lang: 'en', n: 0 });
    const [edited] = answeredNotice(awaiting, { lang: 'en', login: 'kai' });
    expect(edited?.slot).toBe(asked?.slot);
    expect(edited?.body).toBe(
      '@maya\n\nAnswered by `kai`. `fix-2-0123456789` went on.\n\n<details><summary>Details</summary>\n\nWhich one?\n\n</details>',
    );
    expect(answeredNotice(record, { lang: 'en', login: 'kai' })).toEqual([]);
  });

  const long = ['One.', '### Why', ...Array.from({ length: 8 }, (_, n) => `Paragraph ${n}.`)].join('\n\n');
  const visible = (body: string) =>
    body
      .split('<details>')[0]
      ?.split('\n')
      .filter((line) => line.trim() !== '') ?? [];

  it('mentions the requester and shows at most six lines before the fold', () => {
    const body = bodyOf(endNotice(record, { name: 'done', says: long }, { lang: 'en', n: 0 }));
    expect(visible(body)).toEqual(['@maya', 'One.', '### Why', 'Paragraph 0.', 'Paragraph 1.', 'Paragraph 2.']);
    expect(body).toContain('<details><summary>Details</summary>\n\nParagraph 3.');
  });

  it('shows a question whole, with how to answer it', () => {
    const body = bodyOf(endNotice(record, { name: 'awaiting', says: long }, { lang: 'en', n: 0 }));
    expect(body).not.toContain('<details>');
  });

  it('folds nothing twice and leaves a short text as it is', () => {
    expect(folded('One.\n\nTwo.', 'Details')).toBe('One.\n\nTwo.');
    const whole = 'One.\n\n<details><summary>Log</summary>\n\na\n\nb\n\n</details>';
    expect(folded(whole, 'Details')).toBe(whole);
  });

  it('cuts no table, no quotation and no fence', () => {
    const fence = '```text\na\n\nb\n```';
    const quotation = Array.from({ length: 9 }, (_, n) => `> ${n}`).join('\n');
    expect(folded(`${quotation}\n\n${fence}`, 'Details').split('<details>')).toEqual([
      `${quotation}\n\n`,
      `<summary>Details</summary>\n\n${fence}\n\n</details>`,
    ]);
  });

  it('leaves no heading alone above the fold', () => {
    const text = ['1', '2', '3', '4', '### Last', 'under it'].join('\n\n');
    expect(folded(text, 'Details')).toMatch(/^1\n\n2\n\n3\n\n4\n\n<details>/);
  });

  it('leaves no line that announces the next block alone above the fold', () => {
    const quotation = '> 1\n> 2\n> 3\n> 4';
    expect(folded(`1\n\nRequest:\n\n${quotation}`, 'Details')).toMatch(/^1\n\n<details>/);
    expect(folded(`1\n\n依頼：\n\n${quotation}`, '詳細')).toMatch(/^1\n\n<details>/);
  });
});
