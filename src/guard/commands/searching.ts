// The known forms of search commands: grep and its variants, rg, find, fd, jq, and the printing form of sed.
import { ask, type Finding, show } from '../finding.js';
import { find } from './find.js';
import { type Call, type CallReading, type CommandRow, commandFrom, type KnownCommand } from './grammar.js';

const JQ_PATH = /^(?:\.|(?:\.[A-Za-z_]\w*|\.?\["[^"\\]*"\]|\.?\[\d*\])+(?:\s*\|\s*(?:keys|length|type))?)$/;

/** jq programs can read the environment and other files, so only plain paths into the document are allowed. */
const jq = commandFrom('jq', {
  does: 'prints a part of a JSON file',
  flags:
    '-rcSMCje --raw-output --compact-output --sort-keys --monochrome-output --color-output --join-output --exit-status --tab',
  operands: 'text read*',
  askedFlags: {
    '-L': 'loads modules',
    '-f': 'reads its program from a file',
    '-n': 'needs no file',
    '--from-file': 'reads its program from a file',
  },
  extraChecks: ({ operands: [filter = ''] }: Call) =>
    JQ_PATH.test(filter) ? [] : [ask('7C', filter, `${show(filter)} is more than a path into a document`)],
});

const PRINTS_LINES = /^(?:\d{1,9}|\$)(?:,(?:\d{1,9}|\$))?p$/;

/** sed can write files and run programs; only `sed -n N,Mp`, which prints lines, is allowed. */
function readSed(words: readonly string[]): CallReading {
  const [quiet, script = '', ...files] = words;
  if (quiet !== '-n' || !PRINTS_LINES.test(script)) {
    const unknownWord = quiet === '-n' ? script : (quiet ?? 'sed');
    return {
      findings: [ask('7C', unknownWord, `${show(unknownWord)} is more than \`sed -n N,Mp\`, which only prints lines`)],
      paths: [],
    };
  }
  const flags = files.filter((word) => word.startsWith('-'));
  return {
    findings: flags.map((word) => ask('7C', word, `${show(word)} is not a flag of \`sed\` that is known to be safe`)),
    paths: files.map((word) => ({ word, use: 'read' })),
  };
}

const sed: KnownCommand = { name: 'sed', does: 'prints lines', form: 'sed -n N[,M]p files', read: readSed };

const RUNS = 'runs a program on what it finds';
const LINKS = 'follows links, also those that lead outside';

/** Without a pattern flag the first operand is the pattern; `-r` reads folders recursively. */
const grepOperands = ({ hasFlag }: Call) => {
  const use = hasFlag('-r', '--recursive') ? 'tree' : 'read';
  return hasFlag('-e', '--regexp', '-f', '--file') ? `${use}*` : `text ${use}*`;
};

/** Without a path, recursive grep reads everything below the working folder. */
const searchesHere = (call: Call, needed: number): readonly Finding[] =>
  call.operands.length < needed
    ? [
        ask(
          '7D',
          call.name,
          `${show(call.name)} without a path reads every file below, which may include secrets; \`rg\` and \`git grep\` skip hidden and ignored files`,
        ),
      ]
    : [];

const grep: CommandRow = {
  does: 'searches files',
  flags: `-abcEFGHhiILlnoPqrsTUvwxyzZ -# -A=number -B=number -C=number -e=text -f=read -m=number --regexp=text --file=read --ignore-case
    --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=text] --colour[=text] --files-without-match --files-with-matches
    --max-count=number --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label=text --line-number
    --initial-tab --null --after-context=number --before-context=number --context=number --text --binary-files=text --exclude=text
    --exclude-dir=text --include=text --recursive --extended-regexp --fixed-strings --basic-regexp --perl-regexp --null-data`,
  operandsFor: grepOperands,
  askedFlags: {
    '-R': LINKS,
    '--dereference-recursive': LINKS,
    '-d': 'may read folders recursively',
    '--directories': 'may read folders recursively',
    '--exclude-from': 'reads a list from a file',
  },
  extraChecks: (call) =>
    call.hasFlag('-r', '--recursive') ? searchesHere(call, call.hasFlag('-e', '--regexp', '-f', '--file') ? 1 : 2) : [],
};

/**
 * For rg, an explicit type or glob overrides both "hidden" and .gitignore: `-g '*'` and `-t sh` read `.env`. So both are closed lists of
 * code and prose formats, without formats that hold secrets.
 */
const RG_TYPES =
  'c cpp css go html java js kotlin lua make markdown md py python ruby rust sql svelte swift ts vue'.split(' ');
const EXTENSIONS =
  'c cc cjs cpp cs css cts go h hpp html java js jsx kt lua md mdx mjs mts py rb rs scss sql svelte swift ts tsx vue'.split(
    ' ',
  );

/** A glob is known if it only excludes (`!…`), or is `*.EXT` with a listed extension, also after folder names or a double star. */
function isKnownGlob(glob: string): boolean {
  const [, extension = ''] = /^(?:\/?(?:\w[\w-]*\/)*)?(?:\*\*\/)?\*\.(\w+)$/.exec(glob) ?? [];
  return glob.startsWith('!') || EXTENSIONS.includes(extension);
}

function checkHiddenFiles(flag: string, value: string): readonly Finding[] {
  const isUnknownGlob = ['-g', '--glob', '--iglob'].includes(flag) && !isKnownGlob(value);
  const isUnknownType = ['-t', '--type'].includes(flag) && !RG_TYPES.includes(value);
  return isUnknownGlob || isUnknownType
    ? [ask('7C', value, `${show(value)} may make \`rg\` read hidden and ignored files, such as \`.env\``)]
    : [];
}

const rg: CommandRow = {
  does: 'searches files that git would not ignore',
  flags: `-abcFHIilNnoPpqsSUvwxV0 -A=number -B=number -C=number -d=number -e=text -f=read -g=text -j=number -m=number -M=number -t=text
    -T=text --regexp=text --file=read --after-context=number --before-context=number --context=number --case-sensitive --color=text
    --column --count --count-matches --crlf --fixed-strings --files --files-with-matches --files-without-match --glob=text --iglob=text
    --heading --no-heading --ignore-case --invert-match --json --line-number --no-line-number --line-regexp --max-columns=number
    --max-count=number --max-depth=number --multiline --multiline-dotall --null --only-matching --passthru --pcre2 --pretty --quiet --replace=text
    --smart-case --sort=text --sortr=text --stats --text --threads=number --trim --type=text --type-not=text --type-list --version
    --vimgrep --with-filename --no-filename --word-regexp --no-config --no-messages`,
  operandsFor: ({ hasFlag }) => {
    if (hasFlag('--type-list', '--version', '-V')) return '';
    return hasFlag('-e', '--regexp', '-f', '--file', '--files') ? 'search*' : 'text search*';
  },
  askedFlags: {
    '--pre': RUNS,
    '--pre-glob': RUNS,
    '--hostname-bin': RUNS,
    '-z': RUNS,
    '--search-zip': RUNS,
    '-L': LINKS,
    '--follow': LINKS,
    '--hidden': 'also reads `.git` and `.env`',
    '-.': 'also reads `.git` and `.env`',
    '-u': 'also reads what git ignores',
    '--unrestricted': 'also reads what git ignores',
    '--no-ignore': 'also reads what git ignores',
  },
  extraChecks: ({ flags }) => flags.flatMap(({ flag, value = '' }) => checkHiddenFiles(flag, value)),
};

const fd: CommandRow = {
  does: 'finds files',
  flags: `-aFgHiIps0 -c=text -d=number -e=text -E=text -j=number -S=text -t=text --absolute-path --and=text --case-sensitive --changed-after=text
    --changed-before=text --changed-within=text --color=text --exact-depth=number --exclude=text --extension=text --fixed-strings
    --full-path --glob --hidden --ignore-case --max-depth=number --min-depth=number --max-results=number --no-ignore --print0
    --regex --size=text --type=text`,
  operands: 'text? name*',
  askedFlags: {
    '-x': RUNS,
    '-X': RUNS,
    '--exec': RUNS,
    '--exec-batch': RUNS,
    '-l': RUNS,
    '--list-details': RUNS,
    '-L': LINKS,
    '--follow': LINKS,
  },
};

export const searching: readonly KnownCommand[] = [
  commandFrom('grep', grep),
  commandFrom('egrep', grep),
  commandFrom('fgrep', grep),
  commandFrom('rg', rg),
  commandFrom('fd', fd),
  commandFrom('fdfind', fd),
  find,
  sed,
  jq,
];
