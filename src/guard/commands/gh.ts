// The known forms of `gh`. It acts with a token, so only a few commands that read this repository are allowed. Used by index.ts and by
// guard/page.ts.
import { ask, show } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import { type CallReading, type CommandRow, commandFrom, type KnownCommand } from './grammar.js';

const OTHER_REPOSITORY = 'looks at another repository';
const UNSANITIZED = 'shows text of other people without sanitizing it';
const askedFlags = {
  '-R': OTHER_REPOSITORY,
  '--repo': OTHER_REPOSITORY,
  '-c': UNSANITIZED,
  '--comments': UNSANITIZED,
  '--json': UNSANITIZED,
  '-q': 'runs a program of jq, which can read the environment',
  '--jq': 'runs a program of jq, which can read the environment',
  '-t': 'runs a template',
  '--template': 'runs a template',
  '-w': 'opens a browser',
  '--web': 'opens a browser',
  '--watch': 'never ends by itself',
};
const list = (flags: string): CommandRow => ({
  does: 'lists',
  flags: `-L=number --limit=number ${flags}`,
  askedFlags,
});

/** The gh commands that run without a question. */
export const ghTable: Readonly<Record<string, CommandRow>> = {
  'pr view': { does: 'shows a pull request', operands: 'number?', askedFlags },
  'pr list': list('-s=text --state=text -l=text --label=text -B=text --base=text -H=text --head=text -d --draft'),
  'pr diff': {
    does: 'shows the changes of a pull request',
    flags: '--name-only --color=text',
    operands: 'number?',
    askedFlags,
  },
  'pr checks': {
    does: 'shows the checks of a pull request',
    flags: '--required',
    operands: 'number?',
    askedFlags,
  },
  'pr status': { does: 'shows your pull requests', askedFlags },
  'issue view': { does: 'shows an issue', operands: 'number', askedFlags },
  'issue list': list('-s=text --state=text -l=text --label=text -m=text --milestone=text'),
  'issue status': { does: 'shows your issues', askedFlags },
};

/** Permission phase 7B2 (specs parent-session; list in ports/sandbox.ts): gh commands that are always asked about, with the reason. */
export const GH_ASKED: Readonly<Record<string, string>> = {
  'pr merge': 'merges',
  'pr create': 'opens a pull request, which crew does itself',
  'repo delete': 'deletes a repository',
  'repo archive': 'makes a repository read-only',
  'release delete': 'deletes a release',
  'issue edit': 'writes to an issue',
  'issue comment': 'writes to an issue',
  'pr comment': 'writes to a pull request',
  'pr checkout': 'changes the tree',
  'extension install': 'installs programs',
};

export const ghCommands: readonly KnownCommand[] = Object.entries(ghTable).map(([name, row]) =>
  commandFrom(`gh ${name}`, row),
);

/** First words that are asked about, whatever follows, with the reason. */
const ASKED_WITH_ANY_SUBCOMMAND: Readonly<Record<string, string>> = {
  api: 'can do everything that the token permits',
  search: 'looks at other repositories',
  browse: 'opens a browser',
};

function read(words: readonly string[], context: GuardContext): CallReading {
  const [first = '', second = '', ...rest] = words;
  const name = `gh ${first} ${second}`;
  const row = ghCommands.find((each) => each.name === name);
  if (row) return row.read(rest, context);
  const reason = ASKED_WITH_ANY_SUBCOMMAND[first];
  if (reason) return { findings: [ask('7B2', first, `${show(`gh ${first}`)} ${reason}`)], paths: [] };
  if (first === '' || first.startsWith('-'))
    return {
      findings: [
        ask(
          '7B2',
          first || 'gh',
          `${show(`gh ${first}`.trim())} does not begin with a subcommand, or names another repository`,
        ),
      ],
      paths: [],
    };
  const why = GH_ASKED[`${first} ${second}`] ?? 'is not known to be safe';
  return { findings: [ask('7B2', second || first, `${show(name.trim())} ${why}`)], paths: [] };
}

export const gh: KnownCommand = {
  name: 'gh',
  does: 'looks at this repository’s issues and pull requests',
  form: 'gh pr|issue …',
  read,
};
