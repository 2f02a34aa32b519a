// `crew init`: sets up crew in a repository, by writing files into the clone or with `--pr` by a pull request.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitOutput } from '../../adapters/git/index.js';
import { openWorkspace } from '../../adapters/workspace/index.js';
import { ownFile } from '../../files/own-file.js';
import { UserError } from '../../ports/errors.js';
import { settingsOf } from '../../services/settings.js';
import { githubServices } from '../../services/wire.js';
import { inLanguage } from '../../text/lang/index.js';
import { readTree } from '../../verify/detect/index.js';
import { SETUP_FILES, setupActionFor } from '../../verify/setup-action.js';
import type { CliCall, CliCommand, CliOutput } from '../flags.js';
import { en, type FileResult } from '../messages.en.js';
import { ja } from '../messages.ja.js';
import { remoteOf, repoOf, tokenOf } from '../repository.js';

const CONFIG = `# Everything is optional; docs/configuration.md of crew lists what can be set.
lang: en
`;

/** The repository and version of crew that the workflows call. */
interface Source {
  readonly repo: string;
  readonly ref: string;
  /** Set if nothing names the repository. Its owner is then taken from the remote of this clone. */
  readonly isGuess?: boolean;
}

/** What `init` did with a file. */
interface WrittenFile {
  readonly file: string;
  readonly did: FileResult;
}

/**
 * Writes the workflows and the configuration. In an existing workflow, only the version of crew that it calls is updated. Other existing files
 * stay as they are.
 */
export const init: CliCommand = async (call) => {
  const { flags } = call;
  const isProposal = call.options.pr !== undefined;
  if (!isProposal && !existsSync(path.join(flags.root, '.git'))) {
    throw new UserError({
      expected: 'a clone of a repository',
      found: `no .git in ${path.resolve(flags.root)}`,
      remedy: 'Go to its root, or name it with --root DIR.',
    });
  }
  if (isProposal) await repoOf(call);
  const source = await sourceOf(call);
  const setup = setupActionFor(await setupFiles(call));
  const wanted = [
    { file: '.github/workflows/crew.yml', text: await workflowFrom(source, 'crew.yml') },
    { file: '.github/workflows/crew-verify.yml', text: await workflowFrom(source, 'crew-verify.yml') },
    { file: '.github/workflows/crew-settle.yml', text: await workflowFrom(source, 'crew-settle.yml') },
    {
      file: '.github/workflows/facilitate.yml',
      text: withCron(await workflowFrom(source, 'facilitate.yml'), await intervalIn(call)),
    },
    { file: '.github/crew.yml', text: CONFIG },
    ...(setup ? [setup] : []),
  ];
  const crew = `${source.repo}@${source.ref}`;
  const { init: say } = inLanguage(call.lang, { en, ja });
  const callsCrew = say.callsCrew(crew, source.isGuess === true);
  if (isProposal) return propose(call, { wanted, callsCrew });
  const files: WrittenFile[] = [];
  for (const { file, text } of wanted) {
    files.push({ file, did: await write(path.join(flags.root, file), text, flags.dryRun) });
  }
  const isCommitted = await areCommitted(flags.root, files);
  const next = say.next(PERMISSIONS, isCommitted);
  return {
    text: [...files.map(({ file, did }) => say.result(file, did)), '', callsCrew, next].join('\n'),
    json: { crew, files, permissions: PERMISSIONS, secrets: SECRETS },
    exit: 0,
  };
};

/** Whether every file was there before, and git knows it without a change. */
async function areCommitted(root: string, files: readonly WrittenFile[]): Promise<boolean> {
  if (!files.every(({ did }) => did === 'there' || did === 'differs')) return false;
  const names = files.map(({ file }) => file);
  const changed = await gitOutput(root, ['status', '--porcelain', '--ignored', '--', ...names]);
  return changed === '';
}

/** The files that define which tools the repository needs: all of the clone, or with --pr those of the root of GitHub's default branch. */
async function setupFiles(call: CliCall): Promise<Parameters<typeof setupActionFor>[0]> {
  const texts = new Map<string, string>();
  const clone = call.options.pr === undefined ? await readTree(openWorkspace(call.flags.root)) : undefined;
  const read =
    call.options.pr === undefined
      ? (name: string) => readFile(path.join(call.flags.root, name), 'utf8').catch(() => null)
      : await defaultBranchReader(call);
  await Promise.all(
    SETUP_FILES.map(async (name) => {
      const text = await read(name);
      if (text !== null) texts.set(name, text);
    }),
  );
  const files = new Set([...texts.keys(), ...(clone?.files ?? [])]);
  return { files: [...files], text: (name) => texts.get(name) ?? clone?.text(name) };
}

/** Reads files of the default branch on GitHub. */
async function defaultBranchReader(call: CliCall): Promise<(name: string) => Promise<string | null>> {
  const { github } = githubServices({ env: call.env, repo: await repoOf(call), token: tokenOf(call.env) });
  return (name) => github.repository.file(name);
}

/** With --pr: opens a pull request with the files that the repository does not have. Writes no local file. */
async function propose(
  call: CliCall,
  { wanted, callsCrew }: { wanted: readonly { file: string; text: string }[]; callsCrew: string },
): Promise<CliOutput> {
  const repo = await repoOf(call);
  const { github } = githubServices({ env: call.env, repo, token: tokenOf(call.env) });
  const files: { path: string; text: string }[] = [];
  for (const { file, text } of wanted) {
    if ((await github.repository.file(file)) === null) files.push({ path: file, text });
  }
  const named = files.map(({ path: file }) => file);
  const { init: say } = inLanguage(call.lang, { en, ja });
  if (files.length === 0) return { text: say.nothingToPropose, json: { files: [], url: null }, exit: 0 };
  if (call.flags.dryRun) {
    return {
      text: named.map(say.wouldPropose).join('\n'),
      json: { files: named, url: null },
      exit: 0,
    };
  }
  const body = `${say.pullIntro}\n\n${callsCrew}\n\n${say.next(PERMISSIONS)}`;
  const { url, did } = await github.pulls.propose({ branch: 'crew/set-up', title: say.pullTitle, body, files });
  const head = did === 'opened' ? say.opened(url) : say.alreadyOpen(url);
  return { text: [head, ...named.map((file) => `  ${file}`)].join('\n'), json: { files: named, url, did }, exit: 0 };
}

/** `facilitate.checkInterval`, if the configuration sets it. */
async function intervalIn({ flags, env }: CliCall): Promise<number | undefined> {
  const file = path.resolve(flags.root, env.configFile);
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, 'utf8');
  const { config, problems } = settingsOf(text, { file: env.configFile });
  const isNamed = /^\s*['"]?checkInterval['"]?\s*:/m.test(text);
  return problems.length === 0 && isNamed ? config.facilitate.checkInterval : undefined;
}

/** GitHub starts schedules at most every five minutes. */
const SHORTEST = 5;
/** Not 0, because GitHub often starts schedules late at full hours. */
const MINUTE_OF_HOUR = 17;

/** The cron expression of an interval in minutes. An interval that cron cannot express becomes the next shorter one that it can. */
export function cronOf(minutes: number): string {
  const largestDivisor = (whole: number, max: number) =>
    Array.from({ length: whole }, (_, n) => n + 1).findLast((n) => whole % n === 0 && n <= max) ?? 1;
  if (minutes < 60) return `*/${largestDivisor(60, Math.max(minutes, SHORTEST))} * * * *`;
  if (minutes < 24 * 60) return `${MINUTE_OF_HOUR} */${largestDivisor(24, Math.floor(minutes / 60))} * * *`;
  return `${MINUTE_OF_HOUR} 3 * * *`;
}

const withCron = (workflow: string, minutes: number | undefined): string =>
  minutes === undefined ? workflow : workflow.replace(/cron: '[^']*'/, `cron: '${cronOf(minutes)}'`);

/** A workflow template that calls crew from its repository. */
async function workflowFrom({ repo, ref }: Source, name: string): Promise<string> {
  const template = await readFile(ownFile(`templates/workflows/${name}`), 'utf8');
  return template.replace(/uses: OWNER\/crew(\S*)@v1/g, (_, file: string) => `uses: ${repo}${file}@${ref}`);
}

const PERMISSIONS = [
  'contents: write',
  'issues: write',
  'pull-requests: write',
  'checks: write',
  'statuses: read',
  'actions: write',
] as const;
const SECRETS = ['ANTHROPIC_API_KEY', 'CREW_PROJECT_TOKEN', 'CREW_APP_ID', 'CREW_APP_PRIVATE_KEY'] as const;

/** Matches what a workflow file calls after `uses: `: a workflow of crew, or in facilitate.yml the Action. */
const CREW_CALL =
  /(?<=uses: )[\w.-]+\/[\w.-]+\/\.github\/workflows\/crew[\w-]*\.yml@\S+|(?<=\bid: crew\n +uses: )[\w.-]+\/[\w.-]+@\S+/;

const callOf = (text: string): string | undefined => CREW_CALL.exec(text)?.[0];

async function write(file: string, text: string, dryRun: boolean): Promise<FileResult> {
  if (!existsSync(file)) {
    if (!dryRun) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
    }
    return dryRun ? 'would write' : 'written';
  }
  const found = await readFile(file, 'utf8');
  // Users edit the configuration, so an existing one is never replaced.
  if (found === text || text === CONFIG) return 'there';
  const wanted = callOf(text);
  if (wanted === undefined || callOf(found) === wanted || callOf(found) === undefined) return 'differs';
  if (!dryRun)
    await writeFile(
      file,
      found.replace(CREW_CALL, () => wanted),
    );
  return dryRun ? 'would update' : 'updated';
}

/**
 * The repository and version of crew for the workflows: `--from`; else those of the existing workflow; else the repository that
 * this copy of crew came from; else `crew` of the same owner.
 */
async function sourceOf({ options, flags, env, lang }: CliCall): Promise<Source> {
  if (options.from !== undefined) return namedSource(options.from);
  const { server } = env.urls;
  const file = path.join(flags.root, '.github/workflows/crew.yml');
  const found = existsSync(file) ? callOf(await readFile(file, 'utf8')) : undefined;
  const [, repo, ref] = /^([^/]+\/[^/]+)\/.*@(.+)$/.exec(found ?? '') ?? [];
  if (repo && ref && !isPlaceholder(repo)) return { repo, ref };
  const own = await remoteOf(ownFile('.'), server);
  if (own !== undefined) return { repo: own, ref: 'v1' };
  const here = flags.repo ?? (await remoteOf(flags.root, server));
  if (here !== undefined) return { repo: `${here.split('/')[0]}/crew`, ref: 'v1', isGuess: true };
  throw new UserError({
    expected: '--from, the repository on GitHub that holds crew, and its tag',
    found: 'none, and no GitHub remote to take it from',
    remedy: 'Write it like `crew init --from octo-org/crew@v1`, with your account instead of octo-org.',
    sentence: inLanguage(lang, { en, ja }).init.unknownSource,
  });
}

function namedSource(named: string): Source {
  const [repo = '', ref = ''] = named.split('@');
  if (!isPlaceholder(repo)) return { repo, ref };
  throw new UserError({
    expected: 'the repository on GitHub that holds crew, and its tag, after --from',
    found: `"${named}"`,
    remedy: 'OWNER is a placeholder: write your account instead, like `--from octo-org/crew@v1`.',
  });
}

/** Documentation uses OWNER as a placeholder for an account. */
const isPlaceholder = (repo: string): boolean => /^(?:OWNER|YOU|YOUR-.*)\//.test(repo);
