// `crew doctor`: checks this machine, the configuration, the workflow files and the access to GitHub.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { checkToken, type Finding } from '../../adapters/github/doctor-checks.js';
import { probeSandboxLevels, sandboxFindings } from '../../adapters/sandbox/index.js';
import type { Config } from '../../config/index.js';
import { UserError } from '../../ports/errors.js';
import { outcomes } from '../../runs/outcome.js';
import type { Env } from '../../services/env.js';
import { requireCredentials } from '../../services/held-model.js';
import { settingsIn } from '../../services/settings.js';
import { type Fields, fieldsOf } from '../../text/json.js';
import { translated } from '../../text/lang/index.js';
import { alignColumns } from '../../view/terminal.js';
import type { CliCall, CliCommand } from '../flags.js';
import { remedyInClone, remoteOf } from '../repository.js';
import { workflowFinding } from '../workflow-finding.js';

/** Checks everything that crew needs, and names a remedy for each problem. */
export const doctor: CliCommand = async (call) => {
  const repo = call.flags.repo ?? (await remoteOf(call.flags.root, call.env.urls.server));
  const findings = [
    ...(await checkMachine(call)),
    await workflowFinding(call, repo),
    ...(await checkGitHub(call, repo)),
  ];
  const missing = findings.filter(({ is }) => is === 'missing');
  return {
    text: findingsText(findings, call),
    json: { ok: missing.length === 0, repo: repo ?? null, findings },
    exit: missing.length === 0 ? 0 : outcomes.partial.exit,
  };
};

async function checkMachine({ env, flags }: CliCall): Promise<readonly Finding[]> {
  const node = process.versions.node;
  const git = await versionOf('git');
  const { config, problems, version } = settingsIn(flags.root, env.configFile);
  const levels = await probeSandboxLevels({ env: env.machine });
  return [
    finding('node', atLeast(node, [20, 19]), node, 'Install Node 20.19 or newer.'),
    finding('git', git !== null, git ?? 'not found', 'Install git.'),
    ...(problems.length === 0
      ? [finding('configuration', true, version ? 'valid' : 'no file, so the defaults apply', '')]
      : problems.map((each) => finding('configuration', false, each, `Correct it in ${env.configFile}.`))),
    ...checkFindings(flags.root, config.review['on-pull-requests']),
    ...sandboxFindings(levels, { required: config.sandbox.required }),
    modelFinding(env, config.models),
  ];
}

/** Whether this machine has credentials for the model. The secret that runs on GitHub use cannot be checked, because GitHub never shows it. */
function modelFinding(env: Env, models: Config['models']): Finding {
  try {
    requireCredentials(env, models);
    return { name: 'model', is: 'there', found: `credentials for ${models.provider} are set` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const remedy =
      'At this terminal: set ANTHROPIC_API_KEY. For /crew fix on GitHub: `gh secret set ANTHROPIC_API_KEY`.';
    return models.provider === 'anthropic'
      ? { name: 'model', is: 'missing', found: 'no ANTHROPIC_API_KEY', remedy }
      : {
          name: 'model',
          is: 'missing',
          found: `${error.found}, where ${error.expected} is needed`,
          remedy: error.remedy,
        };
  }
}

async function checkGitHub({ env, flags }: CliCall, repo: string | undefined): Promise<readonly Finding[]> {
  const token = env.token();
  const findings = [
    finding('token', token !== undefined, token ? 'set' : 'none', TOKEN_REMEDY),
    await repositoryFinding(repo, { root: flags.root, hasToken: token !== undefined }),
  ];
  if (!token || !repo) return findings;
  const { project, 'project-owner': owner } = settingsIn(flags.root, env.configFile).config.facilitate;
  const board = project === undefined ? undefined : { number: project, owner: owner ?? repo.split('/')[0] ?? '' };
  return [...findings, ...(await checkToken({ urls: env.urls, token, boardToken: env.projectToken, repo, board }))];
}

/** The repository that a flag or a remote names. Without a token, nothing about it can be checked. */
export async function repositoryFinding(
  repo: string | undefined,
  { root, hasToken }: { readonly root: string; readonly hasToken: boolean },
): Promise<Finding> {
  const name = 'repository';
  if (repo === undefined)
    return {
      name,
      is: 'missing',
      found: 'none',
      remedy: (await remedyInClone(root)) ?? 'Name it with --repo OWNER/NAME, or go to a clone of it.',
    };
  return hasToken
    ? { name, is: 'there', found: repo }
    : { name, is: 'limited', found: `${repo}, not checked: no token`, remedy: TOKEN_REMEDY };
}

const TOKEN_REMEDY = 'Set GITHUB_TOKEN, or sign in with `gh auth login`.';

const finding = (name: string, isThere: boolean, found: string, remedy: string): Finding =>
  isThere ? { name, is: 'there', found } : { name, is: 'missing', found, remedy };

/** Whether a version such as `20.19.1` is at least the given one. */
function atLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [foundMajor = 0, foundMinor = 0] = version.split('.').map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

const SIGNS = { there: '✓', limited: '–', missing: '✗' } as const;

function findingsText(
  findings: readonly Finding[],
  { paint: { good, bad, accent, faint }, lang }: Pick<CliCall, 'paint' | 'lang'>,
): string {
  const paint = { there: good, limited: accent, missing: bad } as const;
  const rows = alignColumns(findings.map((each) => [each.name, translated(lang, each.found)]));
  return findings
    .flatMap((each, n) => [
      `${paint[each.is](SIGNS[each.is])} ${rows[n] ?? ''}`,
      ...(each.is === 'there' ? [] : [faint(`    ${translated(lang, each.remedy)}`)]),
    ])
    .join('\n');
}

/** The version that a program prints; null if it is not installed. */
export async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 5000 });
    return stdout.trim().split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

/** The name of the finding about the check. */
const CHECK = 'check crew/verify';
const VERIFY = '.github/workflows/crew-verify.yml';
const SETTLE = '.github/workflows/crew-settle.yml';

/** Whether pull requests get the check `crew/verify`, and whether those of forks get it too. */
export function checkFindings(root: string, isEnabled: boolean): readonly Finding[] {
  if (!isEnabled)
    return [limited('off', 'To turn it on, add `review: { on-pull-requests: true }` to .github/crew.yml.')];
  const [verify, settle] = [VERIFY, SETTLE].map((file) => workflowAt(path.resolve(root, file)));
  const missingEvents = verify && ['pull_request', 'merge_group'].filter((event) => !(event in verify.on));
  if (!verify || missingEvents?.includes('pull_request'))
    return [
      limited(
        `${VERIFY} does not start on pull_request`,
        'Run `crew init`, or add the trigger as its template has it.',
      ),
    ];
  const found: readonly Finding[] = [
    ...(missingEvents?.includes('merge_group')
      ? [
          limited(
            `${VERIFY} does not start on merge_group`,
            'Add the trigger, otherwise a merge queue waits for the check until it times out.',
          ),
        ]
      : []),
    ...(settle && isTriggeredBy(settle.on, verify.name)
      ? []
      : [
          limited(
            settle ? `${SETTLE} does not wait for the workflow "${verify.name}"` : `no ${SETTLE}`,
            'Run `crew init`: without it pull requests of forks and of Dependabot get no check.',
          ),
        ]),
  ];
  return found.length > 0 ? found : [{ name: CHECK, is: 'there', found: 'on every pull request' }];
}

const limited = (found: string, remedy: string): Finding => ({ name: CHECK, is: 'limited', found, remedy });

interface Workflow {
  readonly name: string;
  readonly on: Fields;
}

/** Name and triggers of a workflow file; undefined if it does not exist or is not YAML. */
function workflowAt(file: string): Workflow | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { name, on } = fieldsOf(parse(readFileSync(file, 'utf8')));
    const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : null;
    return { name: String(name), on: events ? Object.fromEntries(events.map((event) => [event, null])) : fieldsOf(on) };
  } catch {
    return undefined;
  }
}

/** Whether a workflow with these triggers starts when the named workflow ends. */
function isTriggeredBy({ workflow_run: trigger }: Fields, name: string): boolean {
  const { workflows } = fieldsOf(trigger);
  return Array.isArray(workflows) && workflows.includes(name);
}
