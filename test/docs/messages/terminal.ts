import { cliCommands } from '../../../src/cli/commands/index.js';
import { en as cliEn } from '../../../src/cli/messages.en.js';
import { ja as cliJa } from '../../../src/cli/messages.ja.js';
import type { Language } from '../../../src/text/lang/index.js';
import { messages } from '../../../src/text/lang/index.js';
import { type StepEndReason, type StepSource, verifyWords } from '../../../src/text/lang/verify/index.js';
import { commandHelpPage, helpPage } from '../../../src/view/help.js';
import { paintFor } from '../../../src/view/terminal.js';
import { threadCommands } from '../../../src/workflows/instant.js';
import { each, every, type Part, part, split } from './samples.js';

const paint = paintFor(false);
const lines = cliCommands.map((entry) => ({ ...entry, terminalExample: entry.example }));

/** Help as a terminal shows it: the page of all commands, and of one. */
const help = (lang: Language) => ({
  'crew help': helpPage({ thread: threadCommands(), terminal: lines, lang, paint }),
  ...Object.fromEntries(
    threadCommands()
      .filter(({ name }) => name === 'fix')
      .map((line) => [`crew help ${line.name}`, commandHelpPage(line, lang, paint)]),
  ),
});

export const HELP = ['helpHead', 'helpFoot', 'helpCommon', 'helpTyped', 'statusWord'] as const;

const of = (lang: Language) => split(messages(lang), HELP).these;
const NAMES = '`adds one month`, `ends in February`';
const COUNT = { failed: 1, passed: 12, skipped: 2 };

export const terminal: readonly Part[] = [
  part({ title: 'Help', file: 'src/view/help.ts' }, { en: help('en'), ja: help('ja') }, {}),
  part(
    { title: 'Lines of help and of lists', file: 'src/text/lang/en.ts' },
    { en: of('en'), ja: of('ja') },
    {
      statusWord: each(
        ...['running', 'interrupted', 'succeeded', 'unproven', 'planned', 'awaiting', 'awaiting_approval', 'partial'],
        ...['stuck', 'no-plan', 'failed', 'reviewed-failed', 'reviewed-unable', 'escalated', 'refused', 'already'],
        ...['answered', 'declined', 'cancelled', 'infra_error', 'error'],
      ),
    },
  ),
  part(
    { title: 'crew verify', file: 'src/text/lang/verify/en.ts' },
    { en: verifyWords('en'), ja: verifyWords('ja') },
    {
      headline: each(
        { verdict: 'PASS', count: { ...COUNT, failed: 0 }, steps: { failed: 0, unable: 0 } },
        { verdict: 'PASS', count: { failed: 0, passed: 0, skipped: 0 }, steps: { failed: 0, unable: 0 } },
        { verdict: 'FAIL', count: COUNT, steps: { failed: 1, unable: 0 } },
        { verdict: 'INFRA_ERROR', count: COUNT, steps: { failed: 1, unable: 1 } },
        { verdict: 'INFRA_ERROR', count: COUNT, steps: { failed: 0, unable: 0 } },
      ),
      count: each(COUNT),
      exit: each(1),
      endReason: every<StepEndReason>({
        'no-tool': { is: 'no-tool', name: 'go' },
        'downloads-skipped': { is: 'downloads-skipped', packages: 'playwright' },
        'not-started': { is: 'not-started' },
        'no-disk': { is: 'no-disk' },
        'not-fetched': { is: 'not-fetched' },
        'setup-failed': { is: 'setup-failed' },
        refused: { is: 'refused', host: 'registry.example', remedy: 'Add it to `verify.hosts`.' },
        'hook-refused': { is: 'hook-refused', hook: 'posttest', host: 'registry.example' },
        'time-out': { is: 'time-out', seconds: 600 },
        killed: { is: 'killed', signal: 'SIGKILL' },
        'passed-but-failed': { is: 'passed-but-failed', tests: 12, exit: 1 },
        'failed-but-passed': { is: 'failed-but-passed', failed: 2 },
        'no-results': { is: 'no-results' },
        'broken-results': [
          { is: 'broken-results', flaw: 'cut off' },
          { is: 'broken-results', flaw: 'not adding up' },
          { is: 'broken-results', flaw: 'unreadable' },
          { is: 'broken-results', flaw: 'bailed out' },
          { is: 'broken-results', flaw: 'too large' },
          { is: 'broken-results', flaw: 'no files' },
        ],
        'doubtful-results': { is: 'doubtful-results', flaw: 'cut off' },
        'no-tests': { is: 'no-tests' },
      }),
      stepSource: every<StepSource>({
        configured: { is: 'configured', section: 'verify.steps' },
        script: { is: 'script', file: 'package.json', name: 'test' },
        target: { is: 'target', file: 'Makefile', name: 'check' },
        file: { is: 'file', file: 'go.mod' },
        missing: { is: 'missing', folder: 'node_modules' },
        ci: { is: 'ci', file: '.github/workflows/ci.yml', job: 'test' },
      }),
      comparedWith: { branch: each('main') },
      compared: {
        more: each(3),
        named: {
          broken: [[2, NAMES]],
          refused: [[2, NAMES]],
          fixed: [[2, NAMES]],
          removed: [[2, NAMES]],
          silenced: [[2, NAMES]],
          unknown: [[2, NAMES]],
          flaky: [[2, NAMES]],
          before: [[2, NAMES]],
          added: [[2, NAMES]],
        },
        renamed: each(NAMES),
        notRun: each({ side: 'base', step: 'npm test', why: 'the command could not be started' }),
        cutShort: each(
          { side: 'base', step: 'npm test', by: 'time-out' },
          { side: 'base', step: 'npm test', by: 'signal' },
        ),
        noTests: each('base'),
      },
      tamper: { more: each(3) },
      more: each({ count: 3, where: '.crew/verify/1' }, { count: 3, where: undefined }),
      unaffected: each(['docs', 'site']),
      unread: each(['package.json']),
      begins: each({ name: 'test', command: 'npm test', n: 2, of: 3 }),
      sandbox: each('bubblewrap'),
      took: each('1.5'),
      next: {
        unread: each('package.json'),
        mend: each(
          { first: '`adds one month`', log: '.crew/verify/1/test.log' },
          { first: '`adds one month`', log: undefined },
        ),
        tool: each('go'),
        again: each('.crew/verify/1/test.log', undefined),
      },
    },
  ),
  part(
    { title: 'Set-up (`crew init`)', file: 'src/cli/messages.en.ts' },
    { en: cliEn, ja: cliJa },
    {
      init: {
        result: (['written', 'would write', 'updated', 'would update', 'there', 'differs'] as const).map(
          (result) => ['.github/workflows/crew.yml', result] as const,
        ),
        callsCrew: [false, true].map((isGuess) => ['octo-org/crew@v1', isGuess] as const),
        next: each(['contents: write', 'issues: write']),
        wouldPropose: each('.github/workflows/crew.yml'),
        opened: each('https://github.com/acme/shop/pull/31'),
        alreadyOpen: each('https://github.com/acme/shop/pull/31'),
      },
    },
  ),
];
