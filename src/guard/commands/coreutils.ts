// Rows of known commands that read files or print text, and of those that create files or folders without overwriting any.
import { ask, show } from '../finding.js';
import { type Call, type CommandRow, commandFrom } from './grammar.js';

const LIST = 'reads a list of files from a file';
const WRITES = 'writes to a file';
const RUNS = 'runs a program';
const FOREVER = 'never ends by itself';

const sums: CommandRow = {
  does: 'prints checksums',
  flags: '-bt --binary --text --tag',
  operands: 'read*',
  askedFlags: { '-c': LIST, '--check': LIST },
};

const rows: Readonly<Record<string, CommandRow>> = {
  ls: {
    does: 'lists folders',
    flags: `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I=text -T=number -w=number --all --almost-all --author --escape --color[=text] --directory
      --classify[=text] --full-time --group-directories-first --no-group --human-readable --si --inode --ignore=text --hide=text
      --indicator-style=text --kibibytes --literal --numeric-uid-gid --quote-name --reverse --recursive --size --sort=text --time=text
      --time-style=text --format=text --width=number --block-size=text --zero`,
    operands: 'name*',
  },
  tree: {
    does: 'lists folders as a tree',
    flags:
      '-adfiqrthsupgDFNSCxvcUJX -L=number -P=text -I=text --noreport --dirsfirst --charset=text --filelimit=number --prune --gitignore --du',
    operands: 'name*',
    needsSeparateValues: true,
    askedFlags: { '-o': WRITES, '--output': WRITES, '-l': 'follows links', '-R': 'writes to files' },
  },
  cat: {
    does: 'prints files',
    flags: '-AbeEnstTuv --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank',
    operands: 'read*',
  },
  tac: { does: 'prints files', operands: 'read*' },
  head: {
    does: 'prints the first lines',
    flags: '-qvz -# -n=number -c=number --lines=number --bytes=number --quiet --silent --verbose',
    operands: 'read*',
  },
  tail: {
    does: 'prints the last lines',
    flags: '-qvz -# -n=number -c=number --lines=number --bytes=number --quiet --silent --verbose',
    operands: 'read*',
    askedFlags: { '-f': FOREVER, '-F': FOREVER, '--follow': FOREVER, '--pid': FOREVER },
  },
  nl: {
    does: 'numbers lines',
    flags: '-p -b=text -d=text -f=text -h=text -i=number -l=number -n=text -s=text -v=number -w=number',
    operands: 'read*',
  },
  wc: {
    does: 'counts',
    flags: '-clmLw --bytes --chars --lines --max-line-length --words',
    operands: 'read*',
    askedFlags: { '--files0-from': LIST },
  },
  sort: {
    does: 'sorts lines',
    flags: `-bdfghiMnrRVcCsuz -k=text -t=text --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
      --human-numeric-sort --month-sort --numeric-sort --reverse --version-sort --check[=text] --key=text --stable
      --field-separator=text --unique --zero-terminated --parallel=number`,
    operands: 'read*',
    askedFlags: {
      '-o': WRITES,
      '--output': WRITES,
      '-m': WRITES,
      '--merge': WRITES,
      '--compress-program': RUNS,
      '--files0-from': LIST,
      '-T': WRITES,
      '--temporary-directory': WRITES,
    },
  },
  // uniq would write to a second operand.
  uniq: {
    does: 'drops repeated lines',
    flags: '-cdDiuz -f=number -s=number -w=number --count --repeated --ignore-case --unique',
    operands: 'read?',
  },
  cut: {
    does: 'cuts columns',
    flags:
      '-nsz -b=text -c=text -d=text -f=text --bytes=text --characters=text --delimiter=text --fields=text --complement --only-delimited --output-delimiter=text',
    operands: 'read*',
  },
  paste: { does: 'joins lines', flags: '-sz -d=text --serial --delimiters=text', operands: 'read*' },
  join: {
    does: 'joins lines',
    flags:
      '-iz -a=number -e=text -j=number -o=text -t=text -v=number -1=number -2=number --header --check-order --nocheck-order',
    operands: 'read*',
  },
  comm: {
    does: 'compares sorted files',
    flags: '-123z --check-order --nocheck-order --total --output-delimiter=text',
    operands: 'read*',
  },
  cmp: {
    does: 'compares bytes',
    flags: '-bls -i=text -n=number --print-bytes --quiet --silent --verbose --bytes=number',
    operands: 'read read',
  },
  diff: {
    does: 'compares files',
    flags: `-abBdeEiNnpPqstTuwyZ -# -c -C=number -U=number -W=number -I=text --unified[=number] --context[=number] --brief --side-by-side --color[=text]
      --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --text --minimal --strip-trailing-cr --report-identical-files
      --width=number --suppress-common-lines --new-file --label=text -L=text`,
    operands: 'file file',
    askedFlags: { '-r': 'follows links', '--recursive': 'follows links', '-l': RUNS, '--paginate': RUNS },
  },
  tr: { does: 'replaces characters', flags: '-cCdst --complement --delete --squeeze-repeats', operands: 'text text?' },
  fold: { does: 'wraps lines', flags: '-bs -w=number --bytes --spaces --width=number', operands: 'read*' },
  fmt: { does: 'wraps lines', flags: '-cstu -w=number --width=number', operands: 'read*' },
  expand: { does: 'turns tabs into blanks', flags: '-i -t=text --tabs=text', operands: 'read*' },
  column: { does: 'sets columns', flags: '-tx -s=text -o=text -c=number -N=text --table', operands: 'read*' },
  rev: { does: 'reverses lines', operands: 'read*' },
  od: {
    does: 'prints bytes',
    flags: '-abcdfhilosxv -A=text -j=text -N=text -t=text -w[=number] -S[=number]',
    operands: 'read*',
  },
  hexdump: {
    does: 'prints bytes',
    flags: '-bcCdovx -e=text -n=number -s=text',
    operands: 'read*',
    askedFlags: { '-f': 'reads a program from a file' },
  },
  strings: {
    does: 'prints texts of files',
    flags: '-afo -n=number -t=text',
    operands: 'read*',
    // `@file` is read in any position, also after `--`.
    extraChecks: ({ flags, operands }: Call) =>
      [...operands, ...flags.map(({ value = '' }) => value)]
        .filter((word) => word.startsWith('@'))
        .map((word) => ask('7C', word, `${show(word)} makes \`strings\` read options and files from a file`)),
  },
  base64: {
    does: 'encodes',
    flags: '-di -w=number --decode --ignore-garbage --wrap=number',
    operands: 'read?',
    askedFlags: { '-o': WRITES },
  },
  stat: {
    does: 'prints file status',
    flags: '-Lft -c=text --dereference --file-system --format=text --printf=text --terse',
    operands: 'name*',
  },
  file: {
    does: 'prints file types',
    flags: '-bhiklLNnrv --brief --mime --mime-type --mime-encoding --no-dereference',
    operands: 'read*',
    askedFlags: {
      '-C': WRITES,
      '--compile': WRITES,
      '-m': 'reads rules from a file',
      '--magic-file': 'reads rules from a file',
      '-f': LIST,
      '--files-from': LIST,
      '-z': RUNS,
      '-Z': RUNS,
    },
  },
  du: {
    does: 'prints sizes',
    flags:
      '-abchkmsSx0 -d=number -B=text -t=text --all --apparent-size --bytes --total --human-readable --si --summarize --max-depth=number --exclude=text --time --one-file-system',
    operands: 'name*',
    askedFlags: { '-L': 'follows links', '--files0-from': LIST, '-X': LIST },
  },
  df: { does: 'prints free space', flags: '-ahiklPT --human-readable --total --inodes', operands: 'read*' },
  basename: { does: 'splits a path', flags: '-az -s=text --multiple --suffix=text --zero', operands: 'text*' },
  dirname: { does: 'splits a path', flags: '-z --zero', operands: 'text*' },
  realpath: {
    does: 'resolves a path',
    flags:
      '-eLmPqsz --canonicalize-existing --canonicalize-missing --relative-to=name --relative-base=name --strip --no-symlinks --quiet',
    operands: 'read*',
  },
  readlink: { does: 'prints the target of a link', flags: '-efmnqsvz --canonicalize --no-newline', operands: 'name*' },
  sha1sum: sums,
  sha224sum: sums,
  sha256sum: sums,
  sha384sum: sums,
  sha512sum: sums,
  b2sum: sums,
  md5sum: sums,
  cksum: { does: 'prints checksums', operands: 'read*' },
  pwd: { does: 'prints the working folder', flags: '-LP --logical --physical' },
  echo: { does: 'prints its words', hasNoFlags: true, operands: 'text*' },
  true: { does: 'does nothing', hasNoFlags: true, operands: 'text*' },
  false: { does: 'does nothing', hasNoFlags: true, operands: 'text*' },
  ':': { does: 'does nothing', hasNoFlags: true, operands: 'text*' },
  seq: { does: 'counts', flags: '-w -s=text --equal-width --separator=text', operands: 'number number? number?' },
  which: { does: 'prints the path of a program', flags: '-a', operands: 'text*' },
  type: { does: 'prints the kind of a command', flags: '-afptP', operands: 'text*' },
  hostname: { does: 'prints the name of the machine' },
  nproc: { does: 'counts processors', flags: '--all' },
  date: {
    does: 'prints the time',
    flags:
      '-uR -d=text -I[=text] --date=text --utc --iso-8601[=text] --rfc-3339=text --rfc-email -r=name --reference=name',
    operands: 'text?',
    askedFlags: {
      '-s': 'sets the clock',
      '--set': 'sets the clock',
      '-f': 'prints lines of a file in error messages',
      '--file': 'prints lines of a file in error messages',
    },
    extraChecks: ({ operands }: Call) =>
      operands
        .filter((word) => !word.startsWith('+'))
        .map((word) => ask('7C', word, 'a word without `+` sets the clock')),
  },
  printf: {
    does: 'prints its words',
    operands: 'text*',
    askedFlags: { '-v': 'sets a variable, and evaluates its index' },
    // `%n` sets a variable; other conversions are not listed.
    extraChecks: ({ operands: [format = ''] }: Call) =>
      /^(?:[^%]|%[-0-9.]*[sdcu%])*$/.test(format)
        ? []
        : [ask('7C', format, 'only `%s`, `%d`, `%c`, `%u` and `%%` are known to be harmless in `printf`')],
  },
};

export const coreutils = Object.entries(rows).map(([name, row]) => commandFrom(name, row));

const creatingRows: Readonly<Record<string, CommandRow>> = {
  mkdir: {
    does: 'makes folders',
    flags: '-pv --parents --verbose',
    operands: 'write*',
    askedFlags: { '-m': 'sets rights', '--mode': 'sets rights' },
  },
  touch: {
    does: 'makes empty files',
    flags: '-acm -d=text -t=text -r=name --no-create --date=text --time=text --reference=name',
    operands: 'write*',
  },
};

export const creatingCommands = Object.entries(creatingRows).map(([name, row]) => commandFrom(name, row));
