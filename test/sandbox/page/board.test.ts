import { describe, expect, it } from '@jest/globals';
import type { GitHub } from 'github-sandbox';
import { Visitor, withPages } from './with-pages.js';

const home = '/sample/tidy-dates';
const board = '/orgs/sample/projects/1';

/** The columns of a board with the titles of their cards. */
function columnsIn(page: string): Record<string, string[]> {
  const columns = page.split('<section class="column">').slice(1);
  return Object.fromEntries(
    columns.map((column) => [
      /<h2>(.*?) </.exec(column)?.[1] ?? '',
      [...column.matchAll(/<h3>(?:<a [^>]*>)?(.*?)</g)].map(([, title = '']) => title),
    ]),
  );
}

const cardOf = (github: GitHub, number: number) =>
  github.state.projects[0]?.items.find(({ content }) => content.kind !== 'DraftIssue' && content.number === number);

describe('the board', () => {
  it('is a tab of the repository, with a column for each status and every card that is not put away', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect(await maya.see(`${home}/issues`)).toContain(`<a href="${board}">Project</a>`);
    const page = await maya.see(board);
    const columns = columnsIn(page);
    expect(Object.keys(columns)).toEqual(['Todo', 'In Progress', 'In Review', 'Done']);
    expect(columns['In Review']).toContain('Add formatRange');
    expect(columns.Todo).toContain('Ask somebody who keeps a lunar calendar');
    expect(columns.Done).not.toContain('relative() says &quot;in 14 days&quot; and never &quot;in 2 weeks&quot;');
    expect(page).toContain('1 archived item.');
    expect(page).toContain('#3 · <span class="waits">blocked by #2</span>');
    expect(page).toContain('2 of 2 sub-issues');
  });

  it('lets its people move cards, and nobody else', async () => {
    const github = await withPages();
    const card = cardOf(github, 12);
    const move = (login: string, column: string) =>
      new Visitor(github, login).send(`${board}/cards`, [
        ['card', String(card?.id)],
        ['column', column],
      ]);
    expect((await move('sam', 'Done')).status).toBe(403);
    expect(await new Visitor(github, 'sam').see(board)).not.toContain('Move this card');
    expect((await move('noah', 'Nowhere')).status).toBe(404);
    expect((await move('noah', 'Done')).headers.get('location')).toBe(board);
    expect(card?.values.get('Status')).toMatchObject({ value: 'Done', by: { login: 'noah' } });
    expect(await new Visitor(github, 'maya').see(`${home}/issues/12`)).toContain(
      'moved this from <em>In Progress</em> to <em>Done</em>',
    );
  });

  it('shows nothing of a repository that one may not see, and is not there for strangers when it is not public', async () => {
    const github = await withPages();
    await github.seed({
      repositories: [
        {
          owner: 'sample',
          name: 'secret',
          private: true,
          collaborators: { maya: 'admin' },
          issues: [{ title: 'hush' }],
        },
      ],
      projects: [
        { owner: 'sample', title: 'mixed', public: true, items: [{ of: 'sample/secret#1', status: 'Todo' }] },
        { owner: 'sample', title: 'inner', items: [{ of: 'sample/tidy-dates#2' }] },
      ],
    });
    const [maya, sam] = [new Visitor(github, 'maya'), new Visitor(github, 'sam')];
    expect(await maya.see('/orgs/sample/projects/2')).toContain('hush');
    expect(await sam.see('/orgs/sample/projects/2')).not.toContain('hush');
    expect(await maya.see('/orgs/sample/projects/3')).toContain('No Status');
    expect((await sam.get('/orgs/sample/projects/3')).status).toBe(404);
    for (const path of ['/orgs/sample/projects/9', '/users/sample/projects/1', '/orgs/nobody/projects/1']) {
      expect([path, (await maya.get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('the page of an issue', () => {
  it('shows its parts, and whose part it is', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const whole = await maya.see(`${home}/issues/17`);
    expect(whole).toContain('2 of 2 done');
    expect(whole).toMatch(/<ul class="related">[\s\S]*isBefore and isAfter[\s\S]*isSame/);
    expect(await maya.see(`${home}/issues/18`)).toMatch(/Parent issue[\s\S]*Comparing dates/);
  });

  it('shows who works on it: pull requests, branches, and where its card lies', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect(await maya.see(`${home}/issues/21`)).toMatch(
      /Linked pull requests<\/h2>[\s\S]*Add startOfMonth and endOfMonth/,
    );
    expect(await maya.see(`${home}/issues/33`)).toMatch(/Branches[\s\S]*iso-weeks/);
    expect(await maya.see(`${home}/issues/33`)).toContain(`<a href="${board}">Towards 1.0</a>`);
  });

  it('lets people say what it waits for, and take it back', async () => {
    const github = await withPages();
    const path = `${home}/issues/5/blocked-by`;
    const issue = github.repository('sample/tidy-dates').issues.find(({ number }) => number === 5);
    const noah = new Visitor(github, 'noah');
    expect((await new Visitor(github, 'sam').send(path, [['more', '2']])).status).toBe(403);
    for (const [more, status] of [
      ['27', 422],
      ['5', 422],
      ['99', 422],
      ['#2', 303],
    ] as const) {
      expect([more, (await noah.send(path, [['more', more]])).status]).toEqual([more, status]);
    }
    expect(issue?.blockedBy.map(({ number }) => number)).toEqual([2]);
    await noah.send(path, [
      ['keep', String(issue?.blockedBy[0]?.id)],
      ['more', '6'],
    ]);
    expect(issue?.blockedBy.map(({ number }) => number)).toEqual([2, 6]);
    await noah.send(path, []);
    expect(issue?.blockedBy).toEqual([]);
    expect(await noah.see(`${home}/issues/5`)).toContain('marked this as no longer blocked by');
  });
});
