// THE LIST of ways for a fix to end that was asked for in a thread.

import type { Files } from '../../verify/pipeline/projects.js';
import { answer, call, edit, turn, wrongSum } from '../../workflows/fix/at-work.js';
import { cancels, closes, deletes, merges, offers, pushes, remarks } from './people.js';
import type { Ending } from './stage.js';

const FILES: Files = {
  ...wrongSum,
  '.gitignore': 'cache/\n',
  // So that a round can be started.
  '.github/workflows/crew.yml':
    'on:\n  workflow_dispatch:\n    inputs: { command: { type: string }, run: { type: string }, nonce: { type: string } }\njobs: {}\n',
};
const ISSUE = { title: 'add is wrong', body: 'add(1, 2) in add.js should give 3.' };
const SUM = { files: FILES, issue: ISSUE };
const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];

/** The same in Japanese: the configuration says so. */
const inJapanese = ({ name, files, ...of }: Ending): Ending => {
  const file = '.github/crew.yml';
  return { ...of, name: `${name}, in Japanese`, files: { ...files, [file]: `lang: ja\n${files[file]}` } };
};

const LEANING =
  "import { readFileSync } from 'node:fs';\nexport const add = () => Number(readFileSync('cache/add', 'utf8'));\n";

/** Passes where a command has left something that git ignores, and nowhere else. */
const leans = (was: string) => [
  turn(call('shell', { command: 'mkdir -p cache && echo 3 > cache/add' })),
  turn(edit('add.js', was, LEANING)),
  turn(answer()),
];
const WRONG = 'export const add = (a, b) => a - b;\n';
const HONEST = 'export const add = (a, b) => a + b;\n';
const ONLY_ADDS = {
  ...SUM,
  files: {
    ...FILES,
    'test/little.test.js':
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.js';\ntest('adds', () => assert.equal(add(1, 2), 3));\n",
  },
};

const MORE = '/crew fix put a comment into add.js that says what add(1, 2) gives';
const remarked = (was: string) => [
  turn(edit('add.js', was, `// add(1, 2) gives 3.\n${was}`)),
  turn(
    answer({
      kind: 'other',
      what: 'A remark in add.js.',
      why: 'Somebody asked.',
      shownBy: [],
      notShown: 'It is a remark.',
    }),
  ),
];

const ASKED = '/crew fix add(1, 2) in add.js should give 3';
const WORK = { title: 'a better sum', branch: 'work', files: { 'add.js': `${WRONG}// Somebody is at it.\n` } };

/** Where crew may put commits on somebody's own branch. */
const PUSHED_TO = {
  ...SUM,
  files: { ...FILES, '.github/crew.yml': `${FILES['.github/crew.yml']}fix:\n  writers-branches: commit\n` },
  world: offers(WORK),
};

const ALL_KINDS = {
  ...SUM,
  files: {
    ...FILES,
    'old.txt': 'old\n',
    'run.sh': '#!/bin/sh\necho 1\n',
    'long name.md': '# Words\n\nMany of them.\nAnd more.\nAnd more still.\n',
    'docs/ü.md': 'Umlaut.\n',
  },
};
const OF_ALL_KINDS = [
  turn(edit('add.js', 'a - b', 'a + b')),
  turn(
    call('shell', {
      command:
        'rm old.txt && chmod +x run.sh && mv "long name.md" "docs/short.md" && printf "a\\0b" > two.bin && printf "more" >> docs/ü.md && echo new > new.txt',
    }),
  ),
  turn(answer()),
];

const EXPENSIVE = {
  ...{ input_tokens: 0, output_tokens: 0 },
  ...{ cache_read_input_tokens: 0, cache_creation_input_tokens: 4_000_000 },
};

const ready: Ending = { name: 'a pull request that is ready', ...SUM, told: [{ turns: GOOD }] };
const dryRun: Ending = { name: 'a dry run', ...SUM, told: [{ words: '/crew fix --dry-run', turns: GOOD }] };
const stuck: Ending = {
  name: 'stuck',
  ...SUM,
  told: [{ turns: [turn(answer({ result: 'cannot', hypotheses: ['It may be the sign.'] }))] }],
};
const question: Ending = {
  ...{ name: 'a question before anything is begun', files: FILES },
  ...{ issue: { title: 'It is broken', body: 'Please fix.' }, told: [{}] },
};
const unverified: Ending = {
  name: 'nothing, since the job that verifies died',
  ...SUM,
  told: [{ turns: GOOD, killed: 'verify' }],
};
const moved: Ending = {
  name: 'nothing, since somebody made the branch meanwhile',
  ...SUM,
  told: [{ turns: GOOD, meanwhile: pushes({ branch: 'crew/issue-1', files: { 'add.js': '// Mine.\n' } }) }],
};
const suggested: Ending = {
  name: 'suggestions on the pull request of a writer',
  ...SUM,
  world: offers(WORK),
  told: [{ words: ASKED, on: 2, turns: GOOD }],
};
const cancelled: Ending = {
  name: 'called off before it is handed in',
  ...SUM,
  told: [{ turns: GOOD, meanwhile: cancels }],
};

export const endings: readonly Ending[] = [
  ready,
  {
    name: 'a draft, since no test shows it',
    ...SUM,
    files: { ...FILES, 'test/little.test.js': "import test from 'node:test';\ntest('nothing', () => {});\n" },
    issue: { title: 'Say what add gives', body: 'add.js should have a comment that says what add(1, 2) gives.' },
    told: [{ turns: remarked(WRONG) }],
  },
  { name: 'files of all kinds', ...ALL_KINDS, told: [{ turns: OF_ALL_KINDS }] },
  dryRun,
  {
    name: 'the very bytes of a dry run',
    ...SUM,
    told: [
      { words: '/crew fix --dry-run', turns: GOOD },
      { words: '/crew apply', turns: [turn(answer())] },
    ],
  },
  question,
  {
    name: 'a question of the Editor',
    ...SUM,
    told: [{ turns: [turn(call('ask-person', { question: 'Which of the two?', choices: ['This', 'That'] }))] }],
  },
  {
    name: 'a refusal, since something else comes first',
    files: FILES,
    issue: { ...ISSUE, blockedBy: [2] },
    repository: { issues: [{ title: 'First', body: 'This.', author: 'sam' }] },
    told: [{}],
  },
  {
    name: 'a pull request for an issue that bears no label of the field',
    ...SUM,
    files: { ...FILES, '.github/crew.yml': `${FILES['.github/crew.yml']}facilitate:\n  label: ours\n` },
    told: [{ turns: GOOD }],
  },
  {
    name: 'a refusal, since somebody has it in hand',
    files: FILES,
    issue: { ...ISSUE, assignees: ['ann'] },
    told: [{}],
  },
  stuck,
  {
    name: 'out of money, with a part of it done',
    ...SUM,
    told: [
      {
        words: '/crew fix --budget 1',
        turns: [{ ...turn(edit('add.js', 'a - b', 'a + b')), usage: EXPENSIVE }, turn(answer())],
      },
    ],
  },
  cancelled,
  { name: 'called off before it is worked on', ...SUM, told: [{ turns: GOOD, beside: cancels }] },
  { name: 'nothing, since the job that works died', ...SUM, told: [{ killed: 'work' }] },
  unverified,
  { name: 'one more round, since it did not hold', ...ONLY_ADDS, told: [{ turns: leans(WRONG) }] },
  {
    name: 'a pull request after one more round',
    ...ONLY_ADDS,
    told: [{ turns: leans(WRONG) }, { isRound: true, turns: [turn(edit('add.js', LEANING, HONEST)), turn(answer())] }],
  },
  {
    name: 'stuck, since it did not hold twice',
    ...ONLY_ADDS,
    told: [
      { turns: leans(WRONG) },
      {
        isRound: true,
        turns: [
          turn(call('shell', { command: 'mkdir -p cache && echo 3 > cache/add' })),
          turn(edit('add.js', "'utf8'));", "'utf8')) + 0;")),
          turn(answer()),
        ],
      },
    ],
  },
  moved,
  {
    name: 'a pull request on another branch, since somebody has one of that name',
    ...SUM,
    told: [{ before: pushes({ branch: 'crew/issue-1', files: { 'mine.js': '// Mine.\n' } }), turns: GOOD }],
  },
  {
    name: 'nothing, since it would decide over the next change',
    ...SUM,
    told: [
      {
        turns: [
          turn(edit('add.js', 'a - b', 'a + b'), call('shell', { command: 'echo "* @sam" > CODEOWNERS' })),
          turn(answer()),
        ],
      },
    ],
  },
  {
    name: 'nothing, since somebody pushed to the branch meanwhile',
    ...SUM,
    told: [
      { turns: GOOD },
      {
        words: MORE,
        turns: remarked(HONEST),
        meanwhile: pushes({ branch: 'crew/issue-1', files: { 'mine.js': '// Mine.\n' } }),
      },
    ],
  },
  {
    name: 'one more commit, and an answer beside a remark',
    ...SUM,
    told: [{ turns: GOOD }, { before: remarks(2, 'add.js'), words: MORE, on: 2, turns: remarked(HONEST) }],
  },
  {
    name: 'nothing, since somebody closed the pull request meanwhile',
    ...SUM,
    told: [{ turns: GOOD }, { words: MORE, turns: remarked(HONEST), meanwhile: closes(2) }],
  },
  {
    name: 'another pull request after one that was merged',
    ...SUM,
    told: [{ turns: GOOD }, { before: merges(2), words: MORE, turns: remarked(HONEST) }],
  },
  suggested,
  {
    name: 'nothing, since a writer closed a pull request of theirs meanwhile',
    ...PUSHED_TO,
    told: [{ words: ASKED, on: 2, turns: GOOD, meanwhile: closes(2) }],
  },
  {
    name: 'nothing, since a writer deleted a branch of theirs meanwhile',
    ...PUSHED_TO,
    told: [{ words: ASKED, on: 2, turns: GOOD, meanwhile: deletes(WORK.branch) }],
  },
  {
    name: 'a patch for a fork',
    ...SUM,
    world: offers({ ...WORK, by: 'sam', repo: 'sam/shop' }),
    told: [{ words: ASKED, on: 2, turns: GOOD }],
  },
  ...[ready, dryRun, question, stuck, unverified, moved, suggested, cancelled].map(inJapanese),
];
