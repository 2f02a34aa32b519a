import { describe, expect, it } from '@jest/globals';
import { addReaction, type GitHub, type Issue, setLock } from 'github-sandbox';
import { failedRun, Visitor, withPages } from './with-pages.js';

const home = '/sample/tidy-dates';

function issueOf(github: GitHub, number: number): Issue {
  const issue = github.repository('sample/tidy-dates').issues.find((one) => one.number === number);
  if (issue === undefined) throw new Error(`no issue ${number}`);
  return issue;
}

function actOf(github: GitHub, login: string) {
  const account = github.state.accounts.get(login);
  if (account === undefined) throw new Error(`nobody is called ${login}`);
  return { world: github.world, by: { account, app: null, isWorkflow: false } };
}

describe('the pages', () => {
  it('defines every variable that the styles of its pages use', async () => {
    const github = await withPages();
    const visitor = new Visitor(github, 'maya');
    for (const path of [
      `${home}/issues`,
      `${home}/issues/2`,
      `${home}/pull/32`,
      '/orgs/sample/projects/1',
      '/_/effects',
    ]) {
      const page = await visitor.see(path);
      const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(sheets).not.toEqual([]);
      const style = (await Promise.all(sheets.map((href) => visitor.see(href)))).join('\n');
      const used = [...style.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
      expect(used.length).toBeGreaterThan(50);
      expect(used.filter((name) => !style.includes(`${name}:`))).toEqual([]);
    }
  });

  it('lead from the first one to the issues of the only repository', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect((await maya.get('/')).headers.get('location')).toBe(`${home}/issues`);
    expect(await maya.see(home)).toContain('<h1>Issues</h1>');
  });

  it('list open issues with labels, comments and what they wait for, or the closed ones', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const open = await maya.see(`${home}/issues`);
    expect(open).toContain('addMonths skips February');
    expect(open).toMatch(/<span class="pill hue-\d+"[^>]*>bug<\/span>/);
    expect(open).toContain('blocked by #2');
    expect(open).toContain('2 comments');
    expect(open).not.toContain('never &quot;in 2 weeks&quot;');
    expect(await maya.see(`${home}/issues?state=closed`)).toContain('never &quot;in 2 weeks&quot;');
  });

  it('show an issue with its thread and who says what with which right', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const page = await maya.see(`${home}/issues/2`);
    expect(page).toMatch(/<strong>maya<\/strong> <span class="badge is-writer">admin/);
    expect(page).toMatch(/<strong>noah<\/strong> <span class="badge is-writer">write access/);
    expect(page).toMatch(/<strong>sam<\/strong> <span class="badge is-outsider">read access/);
    expect(page).toContain('<th class="right">months</th>');
    expect(page).toContain('Blocking');
  });

  it('say which model answers, what crew may do, and where this is', async () => {
    const github = await withPages();
    const page = await new Visitor(github, 'maya').see(`${home}/issues`);
    expect(page).toContain('the script: prepared answers, no key. Costs that are shown are simulated.');
    expect(page).toContain('Write code, issues, pull requests, workflow runs and checks; read statuses and projects.');
    expect(page).toContain(github.url);
    const real = await withPages({ model: { name: 'a-model', scripted: false } });
    expect(await new Visitor(real, 'maya').see(`${home}/issues`)).toContain('a-model: real answers at the real price');
  });

  it('show runs with their jobs, steps and summaries, when a runner tells of them', async () => {
    const runs = {
      list: () => [failedRun],
      pages: () => ({
        summaries: [{ job: 'work', markdown: '**red**' }],
        logs: ['<b>log', '▸ npm test', '2 of 3 failed'].map((text) => ({ job: 'work', text })),
      }),
    };
    const maya = new Visitor(await withPages({ runs }), 'maya');
    expect(await maya.see(`${home}/actions`)).toContain(`<a href="${home}/runs/5">fix-2-abc</a>`);
    const page = await maya.see(`${home}/runs/5`);
    expect(await maya.see(`${home}/actions/runs/5`)).toContain('<h1>fix-2-abc');
    expect((await maya.get(`${home}/actions/runs/5/job/7`)).headers.get('location')).toBe(`${home}/runs/5#job-7`);
    expect(page).toContain('<strong>red</strong>');
    expect(page).toMatch(/npm test<\/span> <span class="quiet">failed/);
    expect(page).toContain('&lt;b&gt;log');
    expect(page).toMatch(
      /<section class="job" id="job-7">.*<details><summary>Log before the first step<\/summary><pre>&lt;b&gt;log<\/pre>/s,
    );
    expect(page).toMatch(
      /<li><details open><summary>.*npm test.*<\/summary><pre>2 of 3 failed<\/pre><\/details><\/li>/s,
    );
    expect(page).toContain('two tests failed');
    expect(page).toContain('crew.yml: a problem');
  });

  it('have a word for a place where nothing is', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    expect(await maya.see(`${home}/actions`)).toContain('There are no workflow runs yet.');
    expect(await maya.see('/_/effects')).toContain('No changes yet');
    for (const path of [
      '/nobody/nothing',
      `${home}/issues/99`,
      `${home}/runs/1`,
      `${home}/what`,
      `${home}/issues/1/x`,
    ]) {
      const reply = await maya.get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(await reply.text()).toContain('There is nothing at');
    }
  });

  it('leave to other handlers what a program asks for in vain', async () => {
    const github = await withPages();
    const reply = await fetch(`${github.url}/nobody/nothing`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('let nothing run, load or frame that is not their own', async () => {
    const reply = await new Visitor(await withPages(), 'maya').get(`${home}/issues/2`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    const page = await reply.text();
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain(`<script src="/_/live.js" nonce="${nonce}" defer></script>`);
    expect(page).not.toMatch(/ style="| on\w+="|(?:src|href)="https?:\/\/(?!127)/);
  });
});

describe('somebody who acts', () => {
  it('comments as who they are, and everybody who listens is told', async () => {
    const github = await withPages();
    const heard: string[] = [];
    github.on('event', ({ name, action }) => heard.push(`${name}.${action}`));
    const reply = await new Visitor(github, 'sam').send(`${home}/issues/4/comments`, [['body', '/crew fix\r\nplease']]);
    const made = issueOf(github, 4).comments.at(-1);
    expect(made).toMatchObject({ body: '/crew fix\nplease', author: { login: 'sam' } });
    expect(reply.headers.get('location')).toBe(`${home}/issues/4#issuecomment-${made?.id}`);
    expect(heard).toEqual(['issue_comment.created']);
  });

  it('opens an issue', async () => {
    const github = await withPages();
    const maya = new Visitor(github, 'maya');
    const reply = await maya.send(`${home}/issues`, [
      ['title', ' A <b> title '],
      ['body', 'text'],
    ]);
    expect(reply.headers.get('location')).toBe(`${home}/issues/38`);
    expect(issueOf(github, 38)).toMatchObject({ title: 'A <b> title', body: 'text', author: { login: 'maya' } });
    expect(await maya.see(`${home}/issues/38`)).toContain('A &lt;b&gt; title');
  });

  it('is told why something was not taken, and keeps what was written', async () => {
    const github = await withPages();
    const sam = new Visitor(github, 'sam');
    const long = 'é'.repeat(65_537);
    for (const [path, fields, why] of [
      [`${home}/issues/4/comments`, [['body', ' \n ']], 'The comment cannot be blank.'],
      [`${home}/issues/4/comments`, [['body', long]], 'too long: 65537 characters'],
      [
        `${home}/issues`,
        [
          ['title', ' '],
          ['body', 'kept'],
        ],
        'The title cannot be blank.',
      ],
      [
        `${home}/issues`,
        [
          ['title', 't'.repeat(257)],
          ['body', 'kept'],
        ],
        'maximum is 256',
      ],
    ] as const) {
      const reply = await sam.send(path, fields);
      const page = await reply.text();
      expect(reply.status).toBe(422);
      expect(page).toContain(why);
      expect(page).toContain(fields.at(-1)?.[1].trim());
    }
    expect(github.effects).toEqual([]);
  });

  it('closes and reopens what they may, with a last word or without', async () => {
    const github = await withPages();
    const path = `${home}/issues/3/comments`;
    expect((await new Visitor(github, 'sam').send(path, [['then', 'close']])).status).toBe(403);
    expect(issueOf(github, 3).state).toBe('open');
    await new Visitor(github, 'noah').send(path, [
      ['then', 'close'],
      ['body', 'done'],
    ]);
    expect(issueOf(github, 3)).toMatchObject({ state: 'closed', closedBy: { login: 'noah' } });
    expect(issueOf(github, 3).comments.slice(1)).toMatchObject([{ body: 'done' }]);
    await new Visitor(github, 'noah').send(path, [
      ['then', 'reopen'],
      ['body', ''],
    ]);
    expect(issueOf(github, 3)).toMatchObject({ state: 'open', comments: [{}, { body: 'done' }] });
  });

  it('may close an issue of their own', async () => {
    const github = await withPages();
    await new Visitor(github, 'sam').send(`${home}/issues/4/comments`, [['then', 'close']]);
    expect(issueOf(github, 4).state).toBe('closed');
  });

  it('changes labels only with the right to', async () => {
    const github = await withPages();
    const fields = [
      ['label', 'bug'],
      ['label', 'planning'],
      ['label', 'no such label'],
    ] as const;
    expect((await new Visitor(github, 'sam').send(`${home}/issues/4/labels`, fields)).status).toBe(403);
    await new Visitor(github, 'maya').send(`${home}/issues/4/labels`, fields);
    expect(issueOf(github, 4).labels.map(({ name }) => name)).toEqual(['bug', 'planning']);
    expect(await new Visitor(github, 'sam').see(`${home}/issues/4`)).not.toContain('Edit labels');
  });

  it('reacts, and takes it back', async () => {
    const github = await withPages();
    const noah = new Visitor(github, 'noah');
    const subject = issueOf(github, 2).comments[0];
    const fields = [
      ['subject', String(subject?.id)],
      ['content', 'heart'],
    ] as const;
    await noah.send(`${home}/issues/2/reactions`, fields);
    expect(await noah.see(`${home}/issues/2`)).toContain('aria-label="heart: noah" aria-pressed="true"');
    await noah.send(`${home}/issues/2/reactions`, fields);
    expect(subject?.reactions).toEqual([]);
    expect(
      (
        await noah.send(`${home}/issues/2/reactions`, [
          ['subject', '1'],
          ['content', 'heart'],
        ])
      ).status,
    ).toBe(404);
  });

  it('says nothing in a locked conversation without the right to write', async () => {
    const github = await withPages();
    setLock(actOf(github, 'maya'), { issue: issueOf(github, 4), locked: true, reason: null });
    const sam = new Visitor(github, 'sam');
    expect(await sam.see(`${home}/issues/4`)).toContain('This conversation is locked');
    expect((await sam.send(`${home}/issues/4/comments`, [['body', 'but']])).status).toBe(403);
    expect((await new Visitor(github, 'noah').send(`${home}/issues/4/comments`, [['body', 'so']])).status).toBe(303);
    expect(issueOf(github, 4).comments.map(({ body }) => body)).not.toContain('but');
  });

  it('sees nothing of a private repository that is not theirs', async () => {
    const github = await withPages();
    await github.seed({
      repositories: [{ owner: 'maya', name: 'diary', private: true, issues: [{ title: 'secret' }] }],
    });
    const sam = new Visitor(github, 'sam');
    expect((await sam.get('/maya/diary/issues/1')).status).toBe(404);
    expect((await sam.send('/maya/diary/issues/1/comments', [['body', 'x']])).status).toBe(404);
    expect(await new Visitor(github, 'maya').see('/')).toContain('maya/diary');
  });
});

describe('the switch', () => {
  it('makes one somebody else, and leads back', async () => {
    const github = await withPages();
    const reply = await new Visitor(github, 'maya').send('/_/viewer', [
      ['login', 'sam'],
      ['back', `${home}/issues/2`],
    ]);
    expect(reply.headers.get('location')).toBe(`${home}/issues/2`);
    expect(reply.headers.get('set-cookie')).toBe('sandbox-viewer=sam; Path=/; HttpOnly; SameSite=Lax');
  });

  it('makes nobody a bot, and leads nowhere else', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example', '/x\r\nset-cookie: a=b']) {
      const reply = await maya.send('/_/viewer', [
        ['login', 'crew[bot]'],
        ['back', back],
      ]);
      expect([back, reply.headers.get('location')]).toEqual([back, '/']);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
  });

  it('begins with who runs the place', async () => {
    const page = await new Visitor(await withPages(), 'nobody').see(`${home}/issues`);
    expect(page).toContain('<strong>maya</strong><span class="role">admin</span>');
  });
});

describe('a form from elsewhere', () => {
  const path = `${home}/issues/2/comments`;
  const body = ['body', 'forged'] as const;

  it('does nothing without the proof, or with that of somebody else', async () => {
    const github = await withPages();
    const others = /name="token" value="([^"]+)"/.exec(await new Visitor(github, 'maya').see(home))?.[1] ?? '';
    for (const token of ['', 'x', others]) {
      const reply = await new Visitor(github, 'sam').post(path, { fields: [body, ['token', token]] });
      expect(reply.status).toBe(403);
    }
    expect(github.effects).toEqual([]);
  });

  it('does nothing when the browser says where it came from', async () => {
    const github = await withPages();
    const sam = new Visitor(github, 'sam');
    const token = /name="token" value="([^"]+)"/.exec(await sam.see(home))?.[1] ?? '';
    const fields = [body, ['token', token]] as const;
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await sam.post(path, { fields, headers })).status).toBe(403);
    }
    expect(github.effects).toEqual([]);
    expect((await sam.post(path, { fields, headers: { origin: github.url } })).status).toBe(303);
  });
});

describe('a page that is open', () => {
  it('is answered at once when it changed, with a reaction too', async () => {
    const github = await withPages();
    const maya = new Visitor(github, 'maya');
    const etag = (await maya.get(`${home}/issues/2`)).headers.get('etag') ?? '';
    const waiting = maya.get(`${home}/issues/2`, { 'if-none-match': etag, prefer: 'wait=10' });
    addReaction(actOf(github, 'noah'), { subject: issueOf(github, 2), content: 'rocket' });
    const reply = await waiting;
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('rocket: noah');
  });

  it('is told when nothing changed', async () => {
    const maya = new Visitor(await withPages(), 'maya');
    const etag = (await maya.get('/_/effects')).headers.get('etag') ?? '';
    expect((await maya.get('/_/effects', { 'if-none-match': etag })).status).toBe(304);
    expect((await maya.get('/_/effects', { 'if-none-match': etag, prefer: 'wait=1' })).status).toBe(304);
  });
});
