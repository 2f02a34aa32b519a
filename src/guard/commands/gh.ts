// GitHub's command line: it acts with a token, so little of it runs by itself, and only about the repository at hand.
import { ask } from '../finding.js';
import type { Ground } from '../paths/ground.js';
import { show } from '../show.js';
import { known, type Row } from './grammar.js';
import type { Known, Reading } from './known.js';

const ELSEWHERE = 'looks at another repository';
const STRANGERS = 'brings words of strangers past the sanitiser';
const danger = {
  '-R': ELSEWHERE,
  '--repo': ELSEWHERE,
  '-c': STRANGERS,
  '--comments': STRANGERS,
  '--json': STRANGERS,
  '-q': 'runs a program of jq, which can read the environment',
  '--jq': 'runs a program of jq, which can read the environment',
  '-t': 'runs a template',
  '--template': 'runs a template',
  '-w': 'opens a browser',
  '--web': 'opens a browser',
  '--watch': 'never ends by itself',
};
const list = (flags: string): Row => ({ does: 'lists', flags: `-L=number --limit=number ${flags}`, danger });

/** THE LIST of what runs by itself. */
export const ghTable: Readonly<Record<string, Row>> = {
  'pr view': { does: 'shows a pull request', operands: 'number?', danger },
  'pr list': list('-s=text --state=text -l=text --label=text -B=text --base=text -H=text --head=text -d --draft'),
  'pr diff': {
    does: 'shows the changes of a pull request',
    flags: '--name-only --color=text',
    operands: 'number?',
    danger,
  },
  'pr checks': { does: 'shows the checks of a pull request', flags: '--required', operands: 'number?', danger },
  'pr status': { does: 'shows your pull requests', danger },
  'issue view': { does: 'shows an issue', operands: 'number', danger },
  'issue list': list('-s=text --state=text -l=text --label=text -m=text --milestone=text'),
  'issue status': { does: 'shows your issues', danger },
};

/** Known, and always asked (phase 7B2): what each would do. */
export const GH_ASKED: Readonly<Record<string, string>> = {
  'pr merge': 'merges',
  'pr create': 'opens a pull request, which crew does itself',
  'repo delete': 'deletes a repository',
  'repo archive': 'closes a repository for good',
  'release delete': 'deletes a release',
  'issue edit': 'writes to an issue',
  'issue comment': 'writes to an issue',
  'pr comment': 'writes to a pull request',
  'pr checkout': 'changes the tree',
  'extension install': 'installs programs',
};

export const ghCommands: readonly Known[] = Object.entries(ghTable).map(([name, row]) => known(`gh ${name}`, row));

const SINGLE: Readonly<Record<string, string>> = {
  api: 'can do everything that the token may',
  search: 'looks at other repositories',
  browse: 'opens a browser',
};

function read(words: readonly string[], ground: Ground): Reading {
  const [first = '', second = '', ...rest] = words;
  const name = `gh ${first} ${second}`;
  const row = ghCommands.find((each) => each.name === name);
  if (row) return row.read(rest, ground);
  const alone = SINGLE[first];
  if (alone) return { findings: [ask('7B2', first, `${show(`gh ${first}`)} ${alone}`)], paths: [] };
  if (first === '' || first.startsWith('-'))
    return {
      findings: [ask('7B2', first || 'gh', `${show(`gh ${first}`.trim())} names no subcommand, or another repository`)],
      paths: [],
    };
  const why = GH_ASKED[`${first} ${second}`] ?? 'is not known to be harmless';
  return { findings: [ask('7B2', second || first, `${show(name.trim())} ${why}`)], paths: [] };
}

export const gh: Known = {
  name: 'gh',
  does: 'looks at this repository’s issues and pull requests',
  form: 'gh pr|issue …',
  read,
};
