import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { ownFile } from '../../own-file.js';
import type { DeskCommand } from './desk.js';
import { remoteOf } from './remote.js';

const CONFIG = `# Everything is optional; docs/configuration.md of crew lists what can be set.
lang: en
`;

const PLACEHOLDER = 'OWNER/crew/.github/workflows/crew.yml@v1';
const UNKNOWN =
  'Replace OWNER in the workflow by whoever publishes crew for you; this copy does not know where it came from.';

interface Source {
  readonly from: string;
  readonly known: boolean;
}

interface Write {
  readonly file: string;
  readonly text: string;
  readonly did: 'written' | 'there' | 'kept';
}

/** `crew init`: the workflow and the configuration, written beside what is there; nothing is overwritten. */
export const init: DeskCommand = async ({ flags, words, env }) => {
  if (!existsSync(path.join(flags.root, '.git'))) {
    throw new UserError({
      expected: 'a clone of a repository',
      found: `no .git in ${path.resolve(flags.root)}`,
      remedy: 'Go to its root, or name it with --root DIR.',
    });
  }
  const { from, known } = await sourceOf(words, env.urls.server);
  const template = await readFile(ownFile('templates/workflows/crew.yml'), 'utf8');
  const workflow = template.replace(PLACEHOLDER, from);
  const wanted = [
    { file: '.github/workflows/crew.yml', text: workflow },
    { file: '.github/crew.yml', text: CONFIG },
  ];
  const writes: Write[] = [];
  for (const { file, text } of wanted)
    writes.push({ file, text, did: await write(path.join(flags.root, file), text, flags.dryRun) });
  return {
    text: [...writes.map(line), '', ...(known ? [] : [UNKNOWN]), ...NEXT].join('\n'),
    json: { files: writes.map(({ file, did }) => ({ file, did })), permissions: PERMISSIONS, secrets: SECRETS },
    exit: 0,
  };
};

const PERMISSIONS = ['contents: write', 'issues: write', 'pull-requests: write'] as const;
const SECRETS = ['ANTHROPIC_API_KEY', 'CREW_PROJECT_TOKEN'] as const;

const NEXT = [
  'The workflow asks for these permissions: contents, issues and pull-requests (write).',
  'It needs no secret to answer. Later workflows use ANTHROPIC_API_KEY (the model) and CREW_PROJECT_TOKEN (a Projects board).',
  'Commit both files to the default branch, then write /crew help in an issue.',
];

const line = ({ file, did }: Write): string =>
  ({
    written: `wrote ${file}`,
    there: `${file} is there already`,
    kept: `${file} is there and differs; it was left as it is`,
  })[did];

async function write(file: string, text: string, dry: boolean): Promise<Write['did']> {
  if (existsSync(file)) return (await readFile(file, 'utf8')) === text ? 'there' : 'kept';
  if (!dry) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
  return 'written';
}

/** Where crew is taken from: as it was named, else where this copy of it came from. */
async function sourceOf(words: readonly string[], server: string): Promise<Source> {
  const at = words.indexOf('--from');
  if (at === -1) {
    const own = await remoteOf(ownFile('.'), server);
    return own ? { from: `${own}/.github/workflows/crew.yml@v1`, known: true } : { from: PLACEHOLDER, known: false };
  }
  const named = words[at + 1];
  const found = /^([\w.-]+\/[\w.-]+)@([\w./-]+)$/.exec(named ?? '');
  if (found) return { from: `${found[1]}/.github/workflows/crew.yml@${found[2]}`, known: true };
  throw new UserError({
    expected: 'OWNER/crew@REF behind --from',
    found: named === undefined ? 'nothing' : `"${named}"`,
    remedy: 'Name the repository that holds crew, and a tag or commit of it.',
  });
}
