import { describe, expect, it } from '@jest/globals';
import { nearestSetting as nearest } from '../../src/config/explain.js';
import { defaults, formatProblems, readConfig, sentence } from '../../src/config/index.js';
import { merge, withLocalBuild } from '../../src/config/merge.js';
import { anthropicId, DEFAULT_MODELS, priceOf } from '../../src/config/prices.js';
import { clashes, misfits, unreadable } from './bad-inputs.js';

function sentences(text: string): readonly string[] {
  const reading = readConfig(text);
  return 'problems' in reading ? reading.problems.map(sentence) : [];
}

function configOf(text: string) {
  const reading = readConfig(text);
  if ('problems' in reading) throw new Error(formatProblems(reading.problems, 'crew.yml'));
  return reading.config;
}

describe('a configuration that says nothing', () => {
  it.each(['', '\n\n', '# only a comment\n', '---\n', '{}', 'facilitate:\n  # comments: all\n', '\uFEFF'])(
    'means the defaults: %j',
    (text) => expect(readConfig(text)).toEqual({ config: defaults }),
  );

  it('has the defaults that the decisions name', () => {
    expect(defaults).toMatchObject({
      lang: 'en',
      labels: { prefix: 'crew:', blocked: 'blocked', attention: 'needs-attention' },
      bots: [],
      facilitate: {
        comments: 'needed',
        'blocked-labels': ['blocked', 'on-hold'],
        exempt: { labels: [], assignees: [], milestones: [], types: [] },
        'notify-unblocked': true,
        'stale-days': 7,
        'recent-days': 7,
        'done-branches': [],
        'digest-issue': false,
        iterateMax: 50,
        checkInterval: 30,
        agentDiscoveryPath: '.agent/',
      },
      fix: { draft: false, 'ci-rounds': 3, reviewers: [], labels: [], 'sign-off': false },
      review: { 'on-pull-requests': false },
      verify: { root: '.', setup: [], steps: [], reruns: 2 },
      guard: { allow: [], ask: [], deny: [] },
      sandbox: { hosts: [], required: true },
      budget: {},
      mcp: {},
    });
    expect(defaults.fix).toMatchObject({ 'writers-branches': 'suggest', 'workflow-files': false });
  });

  it('ignores dependency and release bots, but not the bot of Actions, which does real work', () => {
    expect(defaults['ignore-authors']).toContain('dependabot[bot]');
    expect(defaults['ignore-authors']).not.toContain('github-actions[bot]');
  });
});

describe('a configuration that says something', () => {
  it('keeps the defaults of what it leaves out', () => {
    expect(configOf('facilitate: { project: 5 }').facilitate).toEqual({ ...defaults.facilitate, project: 5 });
  });

  it('replaces a list as a whole', () => {
    expect(configOf('facilitate: { blocked-labels: [] }').facilitate['blocked-labels']).toEqual([]);
  });

  it('gives a step its time when it names none', () => {
    const text =
      'verify:\n  steps:\n    - { name: tests, run: npm test }\n    - { name: types, run: tsc, timeout: 1.5 }\n';
    expect(configOf(text).verify.steps).toEqual([
      { name: 'tests', run: 'npm test', timeout: 600 },
      { name: 'types', run: 'tsc', timeout: 1.5 },
    ]);
  });

  it('may repeat a value by anchor and alias', () => {
    const text = 'facilitate:\n  blocked-labels: &held [waiting, parked]\n  exempt:\n    labels: *held\n';
    expect(configOf(text).facilitate.exempt.labels).toEqual(['waiting', 'parked']);
  });

  it('may be written by any editor: CRLF, byte order mark, JSON', () => {
    expect(configOf('lang: ja\r\nfix:\r\n  draft: true\r\n').fix.draft).toBe(true);
    expect(configOf('\uFEFFlang: ja\n').lang).toBe('ja');
    expect(configOf('{"lang": "ja"}').lang).toBe('ja');
  });

  it('takes 0 as a budget, which starts nothing that costs', () => {
    expect(configOf('budget: { run-usd: 0 }').budget).toEqual({ 'run-usd': 0 });
  });

  it('may name the account of a test database, which is no secret', () => {
    const database = 'export DATABASE_URL=postgres://postgres:postgres@localhost:5432/test';
    expect(configOf(`verify:\n  setup: ["${database}"]\n`).verify.setup).toEqual([database]);
  });

  it.each(['main', 'release/2.x', 'feature/a-b_c', 'v1', 'テスト'])('may name the branch %s', (branch) => {
    expect(configOf(`fix: { base: "${branch}" }`).fix.base).toBe(branch);
  });

  it.each([
    '@',
    '-x',
    'a..b',
    'a.lock',
    'a.lock/b',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.',
    'a~1',
    'a^',
    'a:b',
    'a@{1}',
  ])('may not name the branch %s, as git may not', (branch) =>
    expect(sentences(`fix: { base: "${branch}" }`)).toHaveLength(1),
  );
});

describe('a configuration that is wrong', () => {
  it.each([...misfits, ...clashes, ...unreadable])(
    'is told so, with its line and what to write instead: $text',
    ({ text, says }) => {
      expect(sentences(text)).toEqual(says);
    },
  );

  it('is shown under the name of its file, by the order of its lines', () => {
    const reading = readConfig('facilitate:\n  comment: all\nlangs: en\n');
    expect('problems' in reading && formatProblems(reading.problems, '.github/crew.yml')).toBe(
      [
        '.github/crew.yml: 2 problems',
        '  line 2: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?',
        '  line 3: `langs` is not a setting; did you mean `lang`?',
      ].join('\n'),
    );
  });

  it('is told what was expected, for doors that have a form of their own', () => {
    expect(readConfig('lang: de\n')).toEqual({
      problems: [{ line: 1, column: 7, path: 'lang', expected: 'en or ja', found: '"de"', remedy: 'write en or ja' }],
    });
  });

  it('has a problem for each of two names that differ only beyond what is shown of them', () => {
    const name = 'x'.repeat(80);
    expect(sentences(`${name}1: 1\n${name}2: 1\n`)).toHaveLength(2);
  });

  it('is shown by where an editor shows it, byte order mark and CRLF or not', () => {
    const place = { line: 2, column: 7 };
    for (const text of ['# crew\nlang: de\n', '\uFEFF# crew\nlang: de\n', '# crew\r\nlang: de\r\n']) {
      expect(readConfig(text)).toMatchObject({ problems: [place] });
    }
    expect(readConfig('\uFEFFlang: de\n')).toMatchObject({ problems: [{ line: 1, column: 7 }] });
  });

  it('is shown on the line of the alias, when a value that is fine elsewhere does not fit there', () => {
    const text = 'facilitate:\n  blocked-labels: &names [a, b]\nfix:\n  base: *names\n';
    expect(sentences(text)).toEqual([
      'line 4: `fix.base` is a list; write the name of one branch, such as main or release/2.x',
    ]);
  });

  it('is never quoted where it is long, or holds what could be taken for markup', () => {
    const [first] = sentences(`lang: "a\`\\u202e\\n${'x'.repeat(200)}"\n`);
    expect(first?.length).toBeLessThan(120);
    expect(first).not.toMatch(/[\n\u202e]|a`/);
  });

  it('never has its secrets repeated, wherever they stand', () => {
    const token = ['github', 'pat', 'a1B2c3D4e5F6g7H8i9J0k1L2m3'].join('_');
    const places = [
      `${token}: 1`,
      `lang: ${token}`,
      `bots: [${token}]`,
      `fix: { ${token}: x }`,
      `mcp: { ${token}: {} }`,
    ];
    const broken = [
      `lang: "${token}`,
      `lang: !${token} x`,
      `lang: *${token}`,
      `a: b: ${token}`,
      `sandbox: { hosts: [${token}/x] }`,
    ];
    for (const text of [...places, ...broken]) {
      const reading = readConfig(text);
      expect('problems' in reading && reading.problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(reading)).not.toContain(token);
    }
  });
});

describe('CREW_HOME/config.yaml on top of the project’s configuration', () => {
  it('merges maps, replaces lists, and clears with null', () => {
    const project = { max_parallel: 5, max_retries: 1, secretary: { enabled: true, delegate_phases: ['a', 'b'] } };
    const local = { max_parallel: 2, max_retries: null, secretary: { delegate_phases: ['c'] } };
    expect(merge(project, local)).toEqual({ max_parallel: 2, secretary: { enabled: true, delegate_phases: ['c'] } });
  });

  it('changes the section build, and nothing else', () => {
    const text = withLocalBuild(
      'lang: ja\nbuild:\n  max_parallel: 9\n  max_retries: 1\n',
      'max_parallel: 2\nmax_retries: null\n',
    );
    expect(readConfig(text)).toMatchObject({ config: { lang: 'ja', build: { max_parallel: 2, max_retries: 2 } } });
    expect(readConfig(withLocalBuild(null, 'max_parallel: 2\n'))).toMatchObject({
      config: { build: { max_parallel: 2 } },
    });
  });

  it('that is empty or no YAML changes nothing', () => {
    expect(withLocalBuild('lang: ja\n', '')).toBe('lang: ja\n');
    expect(withLocalBuild('lang: ja\n', ': : {[')).toBe('lang: ja\n');
  });

  it('with a wrong setting is a problem of the configuration', () => {
    expect(readConfig(withLocalBuild(null, 'max_paralel: 2\n'))).toHaveProperty('problems');
  });
});

const problemsOf = (text: string) => {
  const read = readConfig(text);
  return 'problems' in read ? read.problems.map(({ line, found }) => [line, found]) : [];
};

describe('the price of a model', () => {
  it.each([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['eu.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['global.anthropic.claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ])('of %s is that of %s, whatever its provider calls it', (id, name) => {
    expect(anthropicId(id)).toBe(name);
    expect(priceOf(id)).toEqual(priceOf(name));
    expect(priceOf(id)).toBeDefined();
  });

  it('is known of every shipped model, and of none that nobody heard of', () => {
    for (const id of Object.values(DEFAULT_MODELS)) expect(priceOf(id)).toBeDefined();
    expect(priceOf('toString')).toBeUndefined();
    expect(priceOf('my-model')).toBeUndefined();
  });
});

describe('models in the configuration', () => {
  it('with an unknown id are asked for a price, at their line', () => {
    expect(problemsOf('models:\n  sonnet:\n    id: my-model\n')).toEqual([[3, '"my-model" without a price']]);
    expect(problemsOf('models:\n  sonnet:\n    id: my-model\n    price: { in: 1, out: 2 }\n')).toEqual([]);
    expect(problemsOf('models:\n  sonnet:\n    id: claude-sonnet-4-5\n')).toEqual([]);
  });

  it('of Bedrock need an id each', () => {
    expect(problemsOf('models:\n  provider: bedrock\n')).toEqual([[2, 'none for haiku, sonnet, opus']]);
    const id = (name: string) => `{ id: eu.anthropic.claude-${name}-v1 }`;
    const all = `  haiku: ${id('haiku-4-5')}\n  sonnet: ${id('sonnet-4-6')}\n  opus: ${id('opus-4-6')}\n`;
    expect(problemsOf(`models:\n  provider: bedrock\n${all}`)).toEqual([]);
    expect(problemsOf('models:\n  provider: vertex\n')).toEqual([]);
  });

  it('may differ by role', () => {
    expect(problemsOf('models:\n  roles:\n    editor: { tier: opus, effort: high }\n')).toEqual([]);
    expect(problemsOf('models:\n  roles:\n    editor: { tier: huge }\n')).toHaveLength(1);
  });
});

it('a memory server is one of `mcp`', () => {
  const read = readConfig('memory:\n  server: team\nmcp:\n  other:\n    command: other\n');
  expect('problems' in read && formatProblems(read.problems, 'crew.yml')).toMatch(/"team".*name one of other/s);
  expect('config' in readConfig('memory: { server: team }\nmcp: { team: { command: team } }\n')).toBe(true);
});

const known = ['comments', 'project', 'project-owner', 'label', 'iterateMax'];

describe('the nearest setting', () => {
  it.each([
    ['comment', 'comments'],
    ['commetns', 'comments'],
    ['Comments', 'comments'],
    ['projectOwner', 'project-owner'],
    ['iterate_max', 'iterateMax'],
    ['lable', 'label'],
    ['labell', 'label'],
  ])('of %s is %s', (slip, meant) => expect(nearest(slip, known)).toBe(meant));

  it.each(['zebra', '', 'x', 'owner', 'a'.repeat(100_000)])('is none where nobody can have meant one: %.20s', (word) =>
    expect(nearest(word, known)).toBeUndefined(),
  );

  it('takes a swap for one slip, so that it beats two', () => {
    expect(nearest('ba', ['ab', 'xy'])).toBe('ab');
  });
});
